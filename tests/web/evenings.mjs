// Real evenings, recorded from the engine by fixtures/record.py: every kind of event is in one of them.
import { readFileSync, readdirSync } from "node:fs";

const folder = new URL("./fixtures/", import.meta.url);

/** Each evening with the whole view after every frame. */
export const evenings = readdirSync(folder).filter((name) => name.endsWith(".json")).sort().map((name) => {
  const { start, frames, ...rest } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  let view = start;
  return {
    name, ...rest, start,
    frames: frames.map(({ events, changed }) => {
      const before = view;
      const { seats, ...fields } = changed;
      view = { ...view, ...fields, seats: view.seats.map((seat) => ({ ...seat, ...(seats[seat.number] ?? {}) })) };
      return { events, before, view };
    }),
  };
});

export const frames = evenings.flatMap((evening) => evening.frames.map((frame, at) => ({ ...frame, where: `${evening.name}, frame ${at + 1}` })));
