import type { QueryParameter } from './query-parameters.ts';

// What RFC 3986 calls unreserved.
const UNRESERVED = /^[A-Za-z0-9\-._~]*$/;

/** The parameters sorted by name and encoded in one way only, so that equal queries have equal texts. */
export function canonicalQuery(parameters: readonly QueryParameter[]): string {
  const sorted = parameters.length < 2 ? parameters : parameters.toSorted(byName);
  let text = '';
  for (const { name, value } of sorted)
    text += `${text === '' ? '' : '&'}${encodePart(name)}=${encodePart(value ?? '')}`;
  return text;
}

function byName(a: QueryParameter, b: QueryParameter): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Percent-encoded but for unreserved characters. */
export function encodePart(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
