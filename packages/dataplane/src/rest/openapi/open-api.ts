/** The parts of an OpenAPI 2.0 document that we write. Plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export type OpenApi = JsonObject;

/** A reference to a part of the document. Names are escaped as JSON pointers inside a URI fragment. */
export function reference(section: 'definitions' | 'parameters', name: string): JsonObject {
  const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return { $ref: `#/${section}/${encodeURIComponent(escaped)}` };
}

/** Key and value pairs as an object, whatever the keys are called (`__proto__` too). */
export function objectOf(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(entries);
}

/** A comment's first line is the summary, what follows the description. */
export function fromComment(comment: string | null): { summary?: string; description?: string } {
  if (comment === null) return {};
  const [summary = '', ...rest] = comment.split('\n');
  const description = rest.join('\n').trim();
  return { summary, ...(description === '' ? {} : { description }) };
}
