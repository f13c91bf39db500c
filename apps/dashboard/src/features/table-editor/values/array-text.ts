/** What must stand in quotes inside of an array's text. */
const PLAIN = /^[^\s"\\{},]+$/;

/**
 * The items of a one-dimensional array as PostgreSQL writes it (`{a,"b c",NULL}`); null when the text is none, has more dimensions or
 * bounds of its own.
 */
export function readArray(text: string): (string | null)[] | null {
  const inside = text.trim();
  if (!inside.startsWith('{') || !inside.endsWith('}') || inside.length < 2) return null;
  const items: (string | null)[] = [];
  let at = 1;
  const end = inside.length - 1;
  while (at < end && inside[at] === ' ') at += 1;
  if (at === end) return items;
  for (;;) {
    while (inside[at] === ' ') at += 1;
    const item = readItem(inside, at, end);
    if (item === null) return null;
    items.push(item.value);
    at = item.end;
    while (inside[at] === ' ') at += 1;
    if (at === end) return items;
    if (inside[at] !== ',') return null;
    at += 1;
  }
}

function readItem(text: string, from: number, end: number): { value: string | null; end: number } | null {
  if (text[from] === '"') {
    let value = '';
    for (let at = from + 1; at < end; at += 1) {
      const character = text[at];
      if (character === '"') return { value, end: at + 1 };
      if (character === '\\') at += 1;
      value += text[at] ?? '';
    }
    return null;
  }
  let at = from;
  let value = '';
  for (; at < end && text[at] !== ','; at += 1) {
    if (text[at] === '{' || text[at] === '}' || text[at] === '"') return null;
    if (text[at] === '\\') at += 1;
    value += text[at] ?? '';
  }
  value = value.trim();
  if (value === '') return null;
  return { value: value.toUpperCase() === 'NULL' ? null : value, end: at };
}

/** Items as PostgreSQL reads them. */
export function writeArray(items: readonly (string | null)[]): string {
  return `{${items.map(writeItem).join(',')}}`;
}

function writeItem(item: string | null): string {
  if (item === null) return 'NULL';
  if (PLAIN.test(item) && item.toUpperCase() !== 'NULL') return item;
  return `"${item.replaceAll(/["\\]/g, '\\$&')}"`;
}
