/** Why a cursor or the id of a node cannot be read. */
export type ListProblem = 'base64' | 'utf8' | 'json' | 'no-list';

/** Values as texts that PostgreSQL reads; null is NULL. */
export type TextList = readonly (string | null)[];

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Numbers in their own digits: a bigint must not become another one. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The list in a cursor or an id. */
export function readJsonList(encoded: string): TextList | ListProblem {
  if (!BASE64.test(encoded)) return 'base64';
  let json: string;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return 'utf8';
  }
  let list: unknown;
  try {
    list = parseKeepingNumbers(json);
  } catch {
    return 'json';
  }
  return Array.isArray(list) ? list.map(asText) : 'no-list';
}

function parseKeepingNumbers(json: string): unknown {
  // The third parameter is newer than its declaration.
  const keep = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
  return JSON.parse(json, keep as Parameters<typeof JSON.parse>[1]);
}

function asText(value: unknown): string | null {
  if (value === null) return null;
  if (value instanceof NumberText) return value.text;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
