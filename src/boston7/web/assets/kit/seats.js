// @ts-check

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./wire.js").SeatView} SeatView */

/** @param {TableView | null} view @returns {SeatView | null} */
export const mySeat = (view) => view?.seats.find((seat) => seat.yours) ?? null;
