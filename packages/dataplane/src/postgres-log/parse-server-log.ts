import { POSTGRES_SEVERITIES, type PostgresLogEntry, type PostgresSeverity } from '@basalt/project';

const MAX_MESSAGE = 10_000;

/** What a line of the server begins with: time, process, SQLSTATE, and of processes that serve somebody the user and database. */
const HEAD =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?) (?:UTC|GMT) \[(\d{1,10})\] ([0-9A-Z]{5}) (?:\[([^\n]*?)@([^\n]*?)\] )?([A-Z]+\d?): {1,2}/;
/** What the server writes below an entry, as part of it. */
const PARTS = new Set(['DETAIL', 'HINT', 'QUERY', 'CONTEXT', 'LOCATION', 'BACKTRACE', 'STATEMENT']);

/**
 * Reads a part of a server's log that ends with a whole line. Nothing in it is taken for granted: lines of another form (programs
 * that a server starts write there as well) are entries of severity `LOG`, times are held between the one before and now.
 * @param last the time of the entry before, milliseconds since 1970
 */
export function parseServerLog(text: string, last: number, now: number): PostgresLogEntry[] {
  const entries: PostgresLogEntry[] = [];
  let latest = Math.min(last, now);
  let open: PostgresLogEntry | null = null;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const head = HEAD.exec(line.length > MAX_MESSAGE ? line.slice(0, MAX_MESSAGE) : line);
    const word = head?.[6] ?? '';
    const rest = head === null ? line : line.slice(head[0].length);
    const isPart =
      open !== null &&
      (head === null ? line.startsWith('\t') : PARTS.has(word) && open.pid === Number(head[2]));
    if (isPart && open !== null) {
      open.message = cut(`${open.message}\n${head === null ? line.slice(1) : `${word}: ${rest}`}`);
      continue;
    }
    const time = head === null ? latest : Date.parse(`${head[1]?.replace(' ', 'T')}Z`);
    latest = Number.isNaN(time) ? latest : Math.max(latest, Math.min(time, now));
    open = {
      time: latest,
      severity: severityOf(word),
      message: cut(head === null ? line : rest),
      pid: head === null ? null : Number(head[2]),
      code: head?.[3] ?? null,
      user: head?.[4] ?? null,
      database: head?.[5] ?? null,
    };
    entries.push(open);
  }
  return entries;
}

function severityOf(word: string): PostgresSeverity {
  if (word.startsWith('DEBUG')) return 'DEBUG';
  return POSTGRES_SEVERITIES.find((severity) => severity === word) ?? 'LOG';
}

function cut(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}
