/** Where chips lie: the name of an account is a wager's id or a place, and a seat if it is at one. Pure. */

/** @param {string} account "rail:3", "tray" */
export function placeOf(account) {
  const [spot = "", seat] = account.split(":");
  return { spot, seat: Number(seat ?? 0) };
}
