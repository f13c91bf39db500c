import { STATUS_CODES } from 'node:http';

/** What a service says to a request. Header names are lower-cased. */
export interface PlainAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  /** Stands beside the status in place of what always does. */
  reason?: string;
  /** Null: no body. */
  body: Buffer | string | null;
}

/** Bytes as characters must stay in their line. */
const UNPRINTABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** Headers that stand in every answer where it does not say otherwise, as lines. */
export type CommonLines = readonly (readonly [name: string, line: string])[];

export function commonLines(headers: Readonly<Record<string, string>>): CommonLines {
  return Object.entries(headers).map(([name, value]) => [name, line(name, value)]);
}

/**
 * The head of an answer, as latin1.
 * @param keepAliveS how long the connection may rest after it, in seconds; null: it ends
 * @throws TypeError for a header that cannot be sent
 */
export function writeHead(
  { status, headers, reason = STATUS_CODES[status] ?? 'unknown' }: PlainAnswer,
  bodyBytes: number,
  keepAliveS: number | null,
  common: CommonLines,
): string {
  let head = `HTTP/1.1 ${status} ${reason}\r\n`;
  for (const [name, text] of common) if (!Object.hasOwn(headers, name)) head += text;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (typeof value === 'string') head += line(name, value);
    else for (const one of value) head += line(name, one);
  }
  if (status !== 204 && status !== 304) head += `content-length: ${bodyBytes}\r\n`;
  const connection =
    keepAliveS === null ? 'Connection: close' : `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveS}`;
  return `${head}Date: ${date()}\r\n${connection}\r\n\r\n`;
}

function line(name: string, value: string): string {
  if (UNPRINTABLE.test(value))
    throw new TypeError(`The header ${name} has a character that no header may have.`);
  return `${name}: ${value}\r\n`;
}

let second = 0;
let present = '';

/** The present time as headers have it, put together once a second. */
function date(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    present = new Date(now * 1000).toUTCString();
  }
  return present;
}
