import type { Scanner } from './scanner.ts';

/** Where a value ends: with the parameter, or at the next `,` or `)` of a logic tree. */
export type ValueMode = 'whole' | 'logic';

const QUOTE = 34;
const CLOSE = 41;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** A value inside a logic tree: quoted, an array or object in braces, or all up to the next `,` or `)`. */
export function parseLogicValue(scanner: Scanner): string {
  return parseBraces(scanner) ?? parseElement(scanner);
}

/** `(1,2,"a,b")`; empty without elements. Spaces may stand around the parentheses, not in them. */
export function parseInList(scanner: Scanner, mode: ValueMode): string[] {
  scanner.skipSpace();
  scanner.expect('(');
  const values: string[] = [];
  if (!scanner.eat(')')) {
    do values.push(parseElement(scanner));
    while (scanner.eat(','));
    scanner.expect(')');
  }
  scanner.skipSpace();
  if (mode === 'whole') scanner.expectEnd();
  else if (!scanner.done && !atEnd(scanner)) scanner.fail('"," or ")"');
  return values;
}

/** A quoted text counts as one only if it is the whole element. */
function parseElement(scanner: Scanner): string {
  const start = scanner.at;
  if (scanner.peek() === QUOTE) {
    const text = scanner.quotedIfClosed();
    if (text !== null && (scanner.done || atEnd(scanner))) return text;
    scanner.at = start;
  }
  while (!scanner.done && !atEnd(scanner)) scanner.at += 1;
  return scanner.text.slice(start, scanner.at);
}

function atEnd(scanner: Scanner): boolean {
  const code = scanner.peek();
  return code === COMMA || code === CLOSE;
}

/** `{…}` with all that it holds, null when the value does not start so. */
function parseBraces(scanner: Scanner): string | null {
  if (scanner.peek() !== OPEN_BRACE) return null;
  const start = scanner.at;
  const end = closingBrace(scanner.text, start);
  // Falling back to plain text here would read long texts again and again.
  if (end === -1) scanner.refuse('a "{" is never closed: put the value in double quotes');
  scanner.at = end + 1;
  if (!scanner.done && !atEnd(scanner)) scanner.fail('"," or ")"');
  return scanner.text.slice(start, end + 1);
}

function closingBrace(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (code === OPEN_BRACE) depth += 1;
    else if (code === CLOSE_BRACE) {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}
