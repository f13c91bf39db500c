import { quoteLiteral } from '@basalt/sql';
import { functionUrl } from '../../lib/function-url.ts';

/** With which of the project's keys a function is called; own: with what somebody entered. */
export type FunctionKey = 'publishable' | 'secret' | 'none' | 'own';

/** A function of the project, and what it is called with. */
export interface FunctionCall {
  slug: string;
  url: string;
  kind: FunctionKey;
  /** Null: no key is sent. */
  key: string | null;
}

/** The header in which keys of the project travel. */
export const KEY_HEADER = 'apikey';

/** The function of the project that answers at an address, below it too; null: none does. */
export function calledFunction(project: { restUrl: string }, url: string): string | null {
  const start = functionUrl(project, '');
  return url.startsWith(start) ? (/^[^/?#]+/.exec(url.slice(start.length))?.[0] ?? null) : null;
}

/** Which kind of key the headers carry. */
export function keyInHeaders(headers: readonly { name: string; value: string }[]): FunctionKey {
  const headerOf = (wanted: string) =>
    headers.find(({ name }) => name.trim().toLowerCase() === wanted)?.value.trim();
  const key = headerOf(KEY_HEADER);
  if (key === undefined || key === '') return headerOf('authorization') === undefined ? 'none' : 'own';
  if (key.startsWith('sb_publishable_')) return 'publishable';
  return key.startsWith('sb_secret_') ? 'secret' : 'own';
}

/** SQL that calls a function and does not wait for the answer. */
export function callSql({ url, key }: Pick<FunctionCall, 'url' | 'key'>): string {
  const headers = { 'Content-Type': 'application/json', ...(key === null ? {} : { [KEY_HEADER]: key }) };
  return `select net.http_post(
  url := ${quoteLiteral(url)},
  headers := ${quoteLiteral(JSON.stringify(headers))},
  body := '{}',
  timeout_milliseconds := 30000
);`;
}

/** SQL with the call at its end, in place of the one that was put there before. */
export function withCall(sql: string, before: string, call: string): string {
  const rest = (before !== '' && sql.endsWith(before) ? sql.slice(0, -before.length) : sql).trimEnd();
  if (rest === '' || call === '') return rest + call;
  return `${rest}${rest.endsWith(';') ? '' : ';'}\n\n${call}`;
}
