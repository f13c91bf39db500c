import type { IncomingMessage } from 'node:http';

/** Set by a balancer that asks another gateway where this one hangs up without an answer to a request that only reads. */
export const ASKS_AGAIN = 'x-balancer-retries';

/**
 * Whether a gateway that is about to stop may leave a request to another one: by hanging up. A balancer that does not ask for its health
 * (nginx) learns in this way that it stops, while what changes something is still answered.
 */
export function mayAskElsewhere({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && headers[ASKS_AGAIN] === 'safe';
}
