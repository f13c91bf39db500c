import type { RequestLogReader } from '../kernel/ports.ts';

const HOUR_MS = 3_600_000;
/** Reading a log costs more than all other warnings together, and an hour ends no sooner for asking often. */
const KEEP_MS = 60_000;
const ENOUGH = 200;
/** Calls of the auth service that send a message; the same answer elsewhere is about something else. */
const SENDING = /^\/auth\/v1\/(signup|recover|otp|magiclink|resend|invite|user|reauthenticate)\b/;

const answers = new WeakMap<RequestLogReader, Map<string, { at: number; refused: Promise<boolean> }>>();

/**
 * Whether the auth service has refused to send a message within the last hour, because a limit was reached. False where the log of
 * requests cannot be read. The answer may be a minute old.
 */
export function hasRefusedMail(requestLog: RequestLogReader, ref: string, now: Date): Promise<boolean> {
  const known = answers.get(requestLog) ?? new Map<string, { at: number; refused: Promise<boolean> }>();
  answers.set(requestLog, known);
  const answer = known.get(ref);
  if (answer !== undefined && now.getTime() - answer.at < KEEP_MS) return answer.refused;
  const refused = lookFor(requestLog, ref, now);
  known.set(ref, { at: now.getTime(), refused });
  return refused;
}

async function lookFor(requestLog: RequestLogReader, ref: string, now: Date): Promise<boolean> {
  const filter = { from: now.getTime() - HOUR_MS, statuses: [429], services: ['auth'] };
  const { entries } = await requestLog.read(ref, filter, ENOUGH, null).catch(() => ({ entries: [] }));
  return entries.some(({ path }) => SENDING.test(path));
}
