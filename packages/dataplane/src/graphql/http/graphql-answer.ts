import type { Answer } from '../../rest/respond/answer.ts';

/** Of a text that is repeated in an error, in characters. */
const MAX_MESSAGE = 2_000;

/**
 * A GraphQL answer: 200, whatever is in it.
 * @param data its JSON as bytes, in parts; null as the value null; undefined: there is no `data`
 */
export function graphqlAnswer(data: readonly Buffer[] | null | undefined, errors: readonly string[]): Answer {
  const parts: Buffer[] = [Buffer.from('{')];
  if (data !== undefined) parts.push(Buffer.from('"data":'), ...(data ?? [Buffer.from('null')]));
  if (errors.length > 0) {
    const list = JSON.stringify(errors.map((message) => ({ message: shortened(message) })));
    parts.push(Buffer.from(`${data === undefined ? '' : ','}"errors":${list}`));
  }
  parts.push(Buffer.from('}'));
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.concat(parts),
  };
}

function shortened(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

/**
 * An object of members whose values are JSON already, as bytes in parts: what PostgreSQL made goes through, and is put together once.
 */
export function joinMembers(
  members: readonly { key: string; json: Buffer | string | readonly Buffer[] | null }[],
): Buffer[] {
  const parts: Buffer[] = [];
  for (const { key, json } of members) {
    parts.push(Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`));
    if (Buffer.isBuffer(json)) parts.push(json);
    else if (typeof json === 'string') parts.push(Buffer.from(json));
    else parts.push(...(json ?? [Buffer.from('null')]));
  }
  parts.push(Buffer.from(members.length === 0 ? '{}' : '}'));
  return parts;
}
