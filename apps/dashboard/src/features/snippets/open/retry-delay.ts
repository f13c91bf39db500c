const FIRST = 2_000;
const LONGEST = 60_000;

/**
 * Milliseconds until a failed save is tried again; null when only a change of the text or the person can help.
 * `status` is the HTTP status, 0 when nothing answered; `failures` counts from 1.
 */
export function retryDelay(status: number, failures: number): number | null {
  const mayPass = status === 0 || status >= 500 || status === 429 || status === 401;
  return mayPass ? Math.min(LONGEST, FIRST * 2 ** (failures - 1)) : null;
}
