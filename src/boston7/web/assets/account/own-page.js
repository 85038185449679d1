/**
 * The requested page as a full address of this room, or the fallback for any other. Browsers drop tabs and line breaks
 * and read `/.//name` as a path with two slashes, so the address is parsed, not matched.
 * @param {string} wished
 * @param {string} fallback
 * @param {string} [origin] ours
 */
export function ownPage(wished, fallback, origin = location.origin) {
  if (!wished) return fallback;
  try {
    const url = new URL(wished, origin);
    return url.origin === origin && url.protocol !== "blob:" ? url.href : fallback;
  } catch {
    return fallback;
  }
}
