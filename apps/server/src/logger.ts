import { type Logger, pino } from 'pino';

/** Where secrets could sit in a logged object. Requests are logged without bodies and headers anyway. */
const SECRETS = [
  'password',
  'db_pass',
  'token',
  'authorization',
  'cookie',
  '*.password',
  '*.db_pass',
  '*.token',
  '*.authorization',
  '*.cookie',
];

/** Structured log, one JSON object a line, on standard error or in the data folder's log file. */
export function createLogger(
  name: 'supervisor' | 'platform' | 'gateway',
  level: string,
  file: string,
): Logger {
  return pino(
    { name, level, base: { pid: process.pid }, redact: SECRETS },
    pino.destination({ dest: file, mkdir: true, sync: false }),
  );
}
