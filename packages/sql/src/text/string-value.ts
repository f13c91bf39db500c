import type { Token } from './token.ts';

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g;
const UNICODE_ESCAPE = /\\(?:([0-9a-fA-F]{4})|\+([0-9a-fA-F]{6})|(\\))/g;

function character(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}

function unescapeBackslashes(text: string): string {
  return text.replace(ESCAPE, (_, hex, short, long, octal, other: string) => {
    const digits = hex ?? short ?? long;
    if (digits !== undefined) return character(Number.parseInt(digits, 16));
    if (octal !== undefined) return character(Number.parseInt(octal, 8));
    return SIMPLE_ESCAPES[other] ?? other;
  });
}

function unescapeUnicode(text: string): string {
  return text.replace(UNICODE_ESCAPE, (_, short, long) => {
    const digits = short ?? long;
    return digits === undefined ? '\\' : character(Number.parseInt(digits, 16));
  });
}

function dollarBody(text: string, terminated: boolean): string {
  const tag = text.indexOf('$', 1) + 1;
  return text.slice(tag, terminated ? text.length - tag : undefined);
}

/** The text a string constant stands for. NUL characters, which the server refuses, are left out. */
export function stringValue(sql: string, token: Token): string {
  const text = sql.slice(token.start, token.end);
  if (token.kind === 'dollar-string') return dollarBody(text, token.terminated).replaceAll('\0', '');
  const body = text.slice(text.indexOf("'") + 1, token.terminated ? -1 : undefined).replaceAll("''", "'");
  const value =
    token.kind === 'escape-string'
      ? unescapeBackslashes(body)
      : token.kind === 'unicode-string'
        ? unescapeUnicode(body)
        : body;
  return value.replaceAll('\0', '');
}
