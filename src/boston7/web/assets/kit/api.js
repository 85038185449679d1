/** The card room over HTTP: JSON in, JSON out. A rejection is an error with its reason. */
import { common } from "./words/common.js";

export class ApiError extends Error {
  /**
   * 0 if the room could not be reached.
   * @param {number} status 0 if the room could not be reached
   * @param {{code?: string, reason?: string, clause?: string}} refusal
   */
  constructor(status, refusal) {
    super(refusal.reason ?? common.error.strange);
    this.name = "ApiError";
    this.status = status;
    this.code = refusal.code ?? "unknown";
    this.reason = this.message;
    this.clause = refusal.clause ?? "";
  }
}

function csrf() {
  return /(?:^|;\s*)boston7_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<unknown>}
 */
async function call(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (method !== "GET") {
    if (!csrf()) await call("GET", "/api/me"); // Any GET sets the cookie that must be sent again.
    headers["x-csrf-token"] = csrf();
    headers["content-type"] = "application/json";
  }
  let response;
  try {
    const sent = method === "GET" ? undefined : JSON.stringify(body ?? {});
    response = await fetch(path, { method, headers, body: sent, credentials: "same-origin" });
  } catch {
    throw new ApiError(0, { code: "unreachable", reason: common.error.network });
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    throw new ApiError(response.status, { code: "strange" });
  }
  if (!response.ok) throw new ApiError(response.status, answer ?? {});
  return answer;
}

/** Responses requested ahead of their first use. @type {Map<string, Promise<unknown>>} */
const coming = new Map();

/** @param {Wire.PathOf<"GET">} path */
export function ahead(path) {
  const answer = call("GET", path);
  answer.catch(() => {}); // The caller that uses the response handles its error.
  coming.set(path, answer);
}

// The handlers define the types of answers and bodies: `kit/wire-types.d.ts`.
export const get = /** @type {Wire.Get} */ (
  (path) => {
    const answer = coming.get(path);
    coming.delete(path); // The next caller needs a fresh answer.
    return answer ?? call("GET", path);
  }
);

export const post = /** @type {Wire.Send<"POST">} */ ((path, body) => call("POST", path, body));

export const put = /** @type {Wire.Send<"PUT">} */ ((path, body) => call("PUT", path, body));
