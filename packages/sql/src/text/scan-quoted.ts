/** Where a quoted thing ends, and whether its closing mark was there. */
export interface QuotedEnd {
  readonly end: number;
  readonly terminated: boolean;
}

/**
 * The end of a text in quotes that open at `open`. A doubled quote stands for one; with `backslash`, a backslash
 * protects the character after it.
 */
export function scanQuoted(sql: string, open: number, quote: '"' | "'", backslash: boolean): QuotedEnd {
  let at = open + 1;
  while (at < sql.length) {
    const char = sql[at];
    if (backslash && char === '\\') {
      at += 2;
    } else if (char !== quote) {
      at += 1;
    } else if (sql[at + 1] === quote) {
      at += 2;
    } else {
      return { end: at + 1, terminated: true };
    }
  }
  return { end: sql.length, terminated: false };
}

/** The end of a block comment that opens at `open`. Block comments nest. */
export function scanBlockComment(sql: string, open: number): QuotedEnd {
  let depth = 0;
  let at = open;
  while (at < sql.length) {
    if (sql.startsWith('/*', at)) {
      depth += 1;
      at += 2;
    } else if (sql.startsWith('*/', at)) {
      depth -= 1;
      at += 2;
      if (depth === 0) return { end: at, terminated: true };
    } else {
      at += 1;
    }
  }
  return { end: sql.length, terminated: false };
}

const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;

/** The end of a dollar-quoted string that opens at `open`, or null when none opens there. */
export function scanDollarString(sql: string, open: number): QuotedEnd | null {
  DOLLAR_TAG.lastIndex = open;
  const tag = DOLLAR_TAG.exec(sql)?.[0];
  if (tag === undefined) return null;
  const close = sql.indexOf(tag, open + tag.length);
  return close < 0 ? { end: sql.length, terminated: false } : { end: close + tag.length, terminated: true };
}
