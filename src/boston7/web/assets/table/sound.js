/** Sounds of a card room, synthesized: felt, riffle, chips. No audio files, and silent by default. */
import { prefs } from "../kit/prefs.js";

/** @type {AudioContext | null} */
let desk = null;
/** @type {GainNode | null} */
let loudness = null;

/** @typedef {"card" | "chip" | "win" | "award" | "turn" | "riffle" | "felt"} Sound */

/** @param {Sound} sound */
export function play(sound) {
  if (prefs.get("sound") !== "on" || typeof AudioContext === "undefined" || document.hidden) return;
  desk ??= new AudioContext();
  if (!loudness) {
    loudness = new GainNode(desk);
    loudness.connect(desk.destination);
  }
  loudness.gain.value = { low: 0.35, high: 1.6 }[prefs.get("volume")] ?? 0.8;
  if (desk.state === "suspended") desk.resume().catch(() => {}); // Browsers play sound only after a click.
  if (sound === "card") return noise(0.06, 2600, 0.12); // A card slides over cloth.
  if (sound === "felt") return noise(0.09, 320, 0.3); // A hand knocks on the table.
  if (sound === "turn") return tone(660, 0.12, 0.06, 0);
  if (sound === "riffle") {
    // Two halves riffle together, faster toward the end.
    for (let leaf = 0; leaf < 22; leaf++)
      noise(0.018, 3200 + 60 * leaf, 0.05 + leaf / 500, 0.62 * Math.sqrt(leaf / 22));
    return noise(0.12, 900, 0.12, 0.66);
  }
  if (sound === "chip") {
    // Two clay clicks in close succession.
    tone(3100, 0.03, 0.07, 0);
    tone(2350, 0.05, 0.06, 0.028);
    return noise(0.02, 5200, 0.08, 0.002);
  }
  const award = sound === "award"; // A large win: more chips, and a third note.
  for (let chip = 0; chip < (award ? 11 : 4); chip++) tone(2300 + 180 * (chip % 3), 0.05, 0.05, 0.07 * chip);
  tone(523, 0.22, 0.05, 0.1);
  tone(784, 0.34, 0.05, 0.22);
  if (award) tone(1047, 0.6, 0.05, 0.36);
}

/**
 * @param {number} hertz
 * @param {number} seconds
 * @param {number} loud
 * @param {number} wait
 */
function tone(hertz, seconds, loud, wait) {
  if (!desk || !loudness) return;
  const at = desk.currentTime + wait;
  const source = new OscillatorNode(desk, { type: "triangle", frequency: hertz });
  const level = new GainNode(desk, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(loud, at + 0.004);
  level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(level).connect(loudness);
  source.start(at);
  source.stop(at + seconds);
}

/**
 * @param {number} seconds
 * @param {number} hertz
 * @param {number} loud
 * @param {number} [wait]
 */
function noise(seconds, hertz, loud, wait = 0) {
  if (!desk || !loudness) return;
  const grain = new AudioBuffer({ length: Math.ceil(desk.sampleRate * seconds), sampleRate: desk.sampleRate });
  const samples = grain.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 2;
  const source = new AudioBufferSourceNode(desk, { buffer: grain });
  const filter = new BiquadFilterNode(desk, { type: "bandpass", frequency: hertz, Q: 0.8 });
  source
    .connect(filter)
    .connect(new GainNode(desk, { gain: loud }))
    .connect(loudness);
  source.start(desk.currentTime + wait);
}
