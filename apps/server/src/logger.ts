import { openSync, renameSync, statSync } from 'node:fs';
import { type Logger, pino } from 'pino';

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
  name: 'supervisor' | 'platform' | 'gateway',
  level: string,
  file: string,
): Logger {
  // Opened here and now, because a process that ends before its log is open could not say why.
  const destination = pino.destination({ dest: openSync(file, 'a', 0o600), sync: false });
  // A full disk costs lines of the log, not the process.
  destination.on('error', () => {});
  const rotate = () => {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < MAX_BYTES) return;
    renameSync(file, `${file}.1`);
    destination.reopen(file);
  };
  setInterval(rotate, CHECK_EVERY_MS).unref();
  return pino({ name, level, base: { pid: process.pid }, redact: SECRETS }, destination);
}
