// @ts-check
/** A few quiet clicks, made on the spot: no audio files, and silent unless somebody asks for it. */
import { prefs } from "./prefs.js";

/** @type {AudioContext | null} */
let desk = null;

/** @typedef {"card" | "chip" | "win" | "turn"} Sound */

/** @param {Sound} sound */
export function play(sound) {
  if (prefs.get("sound") !== "on" || typeof AudioContext === "undefined" || document.hidden) return;
  desk ??= new AudioContext();
  if (desk.state === "suspended") desk.resume().catch(() => {}); // a browser wants a click before it plays
  if (sound === "card") return noise(0.05, 2400, 0.1);
  if (sound === "chip") return tone(2100, 0.045, 0.07, 0);
  if (sound === "turn") return tone(660, 0.12, 0.06, 0);
  tone(523, 0.18, 0.06, 0);
  tone(784, 0.3, 0.06, 0.12);
}

/**
 * @param {number} hertz
 * @param {number} seconds
 * @param {number} loud
 * @param {number} wait
 */
function tone(hertz, seconds, loud, wait) {
  if (!desk) return;
  const at = desk.currentTime + wait;
  const source = new OscillatorNode(desk, { type: "triangle", frequency: hertz });
  const level = new GainNode(desk, { gain: 0 });
  level.gain.linearRampToValueAtTime(loud, at + 0.004);
  level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(level).connect(desk.destination);
  source.start(at);
  source.stop(at + seconds);
}

/**
 * @param {number} seconds
 * @param {number} hertz
 * @param {number} loud
 */
function noise(seconds, hertz, loud) {
  if (!desk) return;
  const grain = new AudioBuffer({ length: Math.ceil(desk.sampleRate * seconds), sampleRate: desk.sampleRate });
  const samples = grain.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 2;
  const source = new AudioBufferSourceNode(desk, { buffer: grain });
  const filter = new BiquadFilterNode(desk, { type: "bandpass", frequency: hertz, Q: 0.8 });
  source
    .connect(filter)
    .connect(new GainNode(desk, { gain: loud }))
    .connect(desk.destination);
  source.start();
}
