import { openSync, renameSync, statSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { explainMistake } from './operator-mistakes.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;

/** Where secrets could sit in a logged object. Requests are logged without bodies and headers anyway. */
const SECRETS = ['password', 'db_pass', 'token', 'authorization', 'cookie'].flatMap((name) => [
  name,
  `*.${name}`,
]);

/**
 * Structured log of one process: a JSON object a line, in a file of the data folder. A file that has grown too large
 * becomes `<file>.1`, which replaces the one before: two files are the most a process keeps.
 */
export function createLogger(
  name: 'supervisor' | 'platform' | 'gateway' | 'pooler' | 'door' | 'upgrade' | 'restore',
  level: string,
  file: string,
): Logger {
  // Opened here and now, because a process that ends before its log is open could not say why.
  const destination = pino.destination({ dest: openSync(file, 'a', 0o600), sync: false });
  // A full disk costs lines of the log, not the process.
  destination.on('error', () => {});
  const rotate = () => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < MAX_BYTES) return;
      renameSync(file, `${file}.1`);
      destination.reopen(file);
    } catch {
      // So does a folder that may not be written any more: the file goes on growing until it may.
    }
  };
  setInterval(rotate, CHECK_EVERY_MS).unref();
  const serializers = { err: describeError };
  return pino({ name, level, base: { pid: process.pid }, redact: SECRETS, serializers }, destination);
}

/** Where an error came from is for defects. What its reader is to mend is said in a sentence. */
export function describeError(error: Error): unknown {
  const sentence = explainMistake(error);
  if (sentence === null) return pino.stdSerializers.err(error);
  const { name: type, message, code, details } = error as NodeJS.ErrnoException & { details?: unknown };
  return { type, message, ...(sentence === message ? {} : { reason: sentence }), code, details };
}
