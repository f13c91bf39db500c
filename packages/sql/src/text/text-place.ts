/** A place in a text as people see it. */
export interface TextPlace {
  /** 1-based. Lines end at `\n`, `\r\n` or `\r`. */
  readonly line: number;
  /** Characters (code points) before the place on its line. */
  readonly column: number;
  /** The whole line, without its end. */
  readonly text: string;
}

const LINE_END = /\r\n|\n|\r/;

/** The UTF-16 offset of a 1-based position counted in characters, or null when it lies outside the text. */
function offsetOf(text: string, position: number): number | null {
  if (!Number.isSafeInteger(position) || position < 1) return null;
  let offset = 0;
  for (let left = position - 1; left > 0; left -= 1) {
    if (offset >= text.length) return null;
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/**
 * The place of a 1-based position counted in characters, the way PostgreSQL reports error positions. Null when the
 * position lies outside the text; one behind the last character is still inside ("at end of input").
 */
export function placeOf(text: string, position: number): TextPlace | null {
  const offset = offsetOf(text, position);
  if (offset === null) return null;
  const lines = text.slice(0, offset).split(LINE_END);
  const before = lines.at(-1) ?? '';
  const after = text.slice(offset).split(LINE_END, 1)[0] ?? '';
  return { line: lines.length, column: [...before].length, text: before + after };
}
