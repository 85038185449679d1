/**
 * The page of ours that somebody asked for, as a whole address; the fallback for any other. A browser leaves out tabs
 * and line breaks and reads `/.//name` as a path of two slashes, so the address is parsed, not looked at.
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
