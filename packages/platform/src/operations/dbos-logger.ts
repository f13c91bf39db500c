import type { Log } from '../kernel/log.ts';

/** The durable-execution library's log in ours; its chatter is for debugging only. */
export function dbosLogger(log: Log) {
  const at = (level: Parameters<Log>[0]) => (entry: unknown) =>
    log(level, { component: 'operations' }, text(entry));
  return { debug: at('debug'), info: at('debug'), warn: at('warn'), error: at('error') };
}

function text(entry: unknown): string {
  if (entry instanceof Error) return entry.message;
  return typeof entry === 'string' ? entry : JSON.stringify(entry);
}
