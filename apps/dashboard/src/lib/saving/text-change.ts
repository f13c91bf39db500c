/** What made one text out of another: the characters from `from` to `to` gave way to `insert`. Counted in UTF-16 units. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** A change to a text as it is now, and how long it is afterwards. */
export interface TextEdit extends TextChange {
  lengthAfter: number;
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

/**
 * One change that makes out of `base` what `first` and then `edit` make out of it, without reading all of the text. Null if they
 * do not fit together.
 */
export function composed(base: string, first: TextChange, edit: TextEdit): TextChange | null {
  const lengthBefore = base.length - (first.to - first.from) + first.insert.length;
  if (lengthBefore - (edit.to - edit.from) + edit.insert.length !== edit.lengthAfter) return null;
  const insertedTo = first.from + first.insert.length;
  // From the first to the last character that either of them touched, in the text between the two.
  const from = Math.min(first.from, edit.from);
  const beyond = Math.max(0, edit.to - insertedTo);
  const touched = base.slice(from, first.from) + first.insert + base.slice(first.to, first.to + beyond);
  return {
    from,
    to: first.to + beyond,
    insert: touched.slice(0, edit.from - from) + edit.insert + touched.slice(edit.to - from),
  };
}
