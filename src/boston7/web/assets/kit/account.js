/** Read the name of an account: a wager's id or a place, with a seat number if it belongs to a seat. */

/** @param {string} account "rail:3", "tray" */
export function placeOf(account) {
  const [spot = "", seat] = account.split(":");
  return { spot, seat: Number(seat ?? 0) };
}
