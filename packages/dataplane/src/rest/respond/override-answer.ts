import { isFramingHeader, isHeader } from '../errors/header-rules.ts';
import { badResponseHeaders, badResponseStatus } from '../errors/result-errors.ts';
import type { Answer } from './answer.ts';
import type { Outcome } from './outcome.ts';

/**
 * Puts what SQL set in `response.headers` and `response.status` over an answer. A header given several times is sent
 * several times.
 * @throws {RestError} PGRST111, PGRST112
 */
export function overrideAnswer(
  answer: Answer,
  { headers, status }: Pick<Outcome, 'headers' | 'status'>,
): Answer {
  if (headers === null && status === null) return answer;
  const code = status === null ? answer.status : readStatus(status);
  const bodiless = code === 204 || code === 304;
  const own = headers === null ? {} : readHeaders(headers);
  const overridden = {
    status: code,
    headers: { ...answer.headers, ...own },
    body: bodiless ? null : answer.body,
  };
  if (bodiless) delete overridden.headers['content-type'];
  return overridden;
}

function readStatus(text: string): number {
  const status = /^[0-9]{3}$/.test(text) ? Number(text) : 0;
  if (status < 200 || status > 599) throw badResponseStatus();
  return status;
}

function readHeaders(text: string): Answer['headers'] {
  const headers = new Map<string, string[]>();
  for (const entry of parseList(text)) {
    const [name, value] = readEntry(entry);
    if (isFramingHeader(name)) continue;
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return Object.fromEntries([...headers].map(([name, values]) => [name, oneOrMany(values)]));
}

function oneOrMany(values: string[]): string | string[] {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : values;
}

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // Told below like any other shape.
  }
  throw badResponseHeaders();
}

function readEntry(entry: unknown): [string, string] {
  const members = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];
  const [name, value] = members[0] ?? ['', null];
  if (members.length !== 1 || Array.isArray(entry) || !isHeader(name, value)) throw badResponseHeaders();
  return [name.toLowerCase(), value];
}
