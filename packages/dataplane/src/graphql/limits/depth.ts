const PIECES = /"""(?:\\"""|[^"]|"(?!""))*(?:"""|$)|"(?:\\.|[^"\\\n])*"?|#[^\n]*|[[{(\]})]/g;

/** Where the brackets of a document first lie deeper than `levels`, null when they never do. Texts and comments do not count. */
export function deeperThan(text: string, levels: number): { line: number; column: number } | null {
  let depth = 0;
  for (const match of text.matchAll(PIECES)) {
    const [piece] = match;
    if (piece === '{' || piece === '[' || piece === '(') depth += 1;
    else if (piece === '}' || piece === ']' || piece === ')') depth -= 1;
    if (depth <= levels) continue;
    const before = text.slice(0, match.index).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
  return null;
}

/** Whether lists and objects lie deeper in each other than `levels`. It does not call itself, so no value is too deep for it. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let present: unknown[] = [value];
  for (let depth = 0; present.length > 0; depth += 1) {
    const inside = present.filter((one): one is object => typeof one === 'object' && one !== null);
    if (depth >= levels && inside.length > 0) return true;
    present = inside.flatMap((one) => Object.values(one));
  }
  return false;
}
