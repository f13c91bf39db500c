import { visibleJson } from '../../../lib/format/visible-json.ts';

/** Numbers that JavaScript would round. */
const LONG_NUMBER = /\d{16}/;

/** The body of an answer for people: JSON in regular lines, unless that would change it. */
export function bodyText(body: string): string {
  if (!/^\s*[[{]/.test(body) || LONG_NUMBER.test(body)) return body;
  try {
    return visibleJson(JSON.parse(body));
  } catch {
    return body;
  }
}
