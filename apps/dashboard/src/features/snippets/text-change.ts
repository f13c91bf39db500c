/** What made one text out of another: the characters from `from` to `to` gave way to `insert`. Counted in UTF-16 units. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** The smallest single change that makes `after` out of `before`. Reads both once. */
export function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let same = 0;
  const rest = shorter - from;
  while (
    same < rest &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

export function applyChange(before: string, { from, to, insert }: TextChange): string {
  return before.slice(0, from) + insert + before.slice(to);
}
