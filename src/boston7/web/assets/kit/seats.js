/** @param {Wire.TableView | null} view @returns {Wire.SeatView | null} */
export const mySeat = (view) => view?.seats.find((seat) => seat.yours) ?? null;
