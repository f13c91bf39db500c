/** A piece of a line. A link's `to` is as it stands in the text. */
export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; to: string };

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|_([^_\s][^_]*)_(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Reads code, bold, emphasis and links in a line of Markdown. What is none of these stays text. */
export function readInline(line: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const plain = (text: string) => text !== '' && parts.push({ kind: 'text', text });
  for (const match of line.matchAll(MARKS)) {
    const [whole, code, strong, emphasis, text, to] = match;
    // An underscore inside of a word is part of a name.
    if (emphasis !== undefined && /\w$/.test(line.slice(0, match.index))) continue;
    plain(line.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis });
    else if (text !== undefined && to !== undefined) parts.push({ kind: 'link', text, to });
  }
  plain(line.slice(end));
  return parts;
}
