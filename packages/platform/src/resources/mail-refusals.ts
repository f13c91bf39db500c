import { callAuth } from '../auth-users/auth-service.ts';
import type { CallProject, RequestLogReader } from '../kernel/ports.ts';

const HOUR_MS = 3_600_000;
/** Reading a log costs more than all other warnings together, and an hour ends no sooner for asking often. */
const KEEP_MS = 60_000;
const ENOUGH = 200;
/** Calls of the auth service that send a message. Refused ones are the reason to ask it why. */
const SENDING = /^\/auth\/v1\/(signup|recover|otp|magiclink|resend|invite|user|reauthenticate)\b/;

const answers = new WeakMap<RequestLogReader, Map<string, { at: number; refused: Promise<boolean> }>>();

interface Sources {
  requestLog: RequestLogReader;
  callProject: CallProject;
}

/**
 * Whether a mail was one too many for the project's hour within the last one. The log of requests does not say which limit
 * a refusal was about, so where it knows of any the auth service is asked. False where either does not answer. The answer
 * may be a minute old.
 */
export function hasRefusedMail(sources: Sources, ref: string, now: Date): Promise<boolean> {
  const { requestLog } = sources;
  const known = answers.get(requestLog) ?? new Map<string, { at: number; refused: Promise<boolean> }>();
  answers.set(requestLog, known);
  const answer = known.get(ref);
  if (answer !== undefined && now.getTime() - answer.at < KEEP_MS) return answer.refused;
  const refused = lookFor(sources, ref, now);
  known.set(ref, { at: now.getTime(), refused });
  return refused;
}

async function lookFor({ requestLog, callProject }: Sources, ref: string, now: Date): Promise<boolean> {
  const filter = { from: now.getTime() - HOUR_MS, statuses: [429], services: ['auth'] };
  const { entries } = await requestLog.read(ref, filter, ENOUGH, null).catch(() => ({ entries: [] }));
  if (!entries.some(({ path }) => SENDING.test(path))) return false;
  const answer = await callAuth({ callProject }, ref, { method: 'GET', path: '/admin/mail_limit' }).catch(
    () => null,
  );
  const { refused_at } = (answer?.body ?? {}) as { refused_at?: unknown };
  return typeof refused_at === 'string' && Date.parse(refused_at) > now.getTime() - HOUR_MS;
}
