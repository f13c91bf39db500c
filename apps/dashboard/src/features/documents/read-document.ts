import { type Inline, readInline } from './read-inline.ts';

export type Block =
  | { kind: 'heading'; level: number; id: string; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string };

const HEADING = /^(#{1,4}) (.+)$/;
const ITEM = /^(?:[-*]|(\d+)\.) (.*)$/;
const FENCE = /^```/;
const RULE = /^\|[\s:|-]+\|$/;

/** Reads the Markdown that our own documents are written in: headings, paragraphs, flat lists, tables, fenced code. */
export function readDocument(markdown: string): Block[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  const take = (belongs: (line: string) => boolean) => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined && belongs(line); line = lines[++at]) taken.push(line);
    return taken;
  };

  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    if (line.trim() === '') at++;
    else if (FENCE.test(line)) {
      at++;
      blocks.push({ kind: 'code', text: take((each) => !FENCE.test(each)).join('\n') });
      at++;
    } else if (heading?.[1] !== undefined && heading[2] !== undefined) {
      at++;
      const [, marks, words] = heading;
      blocks.push({ kind: 'heading', level: marks.length, id: idOf(words), content: readInline(words) });
    } else if (line.startsWith('|')) blocks.push(readTable(take((each) => each.startsWith('|'))));
    else if (ITEM.test(line)) blocks.push(readList(take((each) => ITEM.test(each) || /^ +\S/.test(each))));
    else {
      const words = take((each) => each.trim() !== '' && !startsBlock(each));
      blocks.push({ kind: 'paragraph', content: readInline(words.join(' ')) });
    }
  }
  return blocks;
}

const startsBlock = (line: string) =>
  HEADING.test(line) || FENCE.test(line) || ITEM.test(line) || line.startsWith('|');

function readList(lines: readonly string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item === null) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else items.push(item[2] ?? '');
  }
  const isOrdered = ITEM.exec(lines[0] ?? '')?.[1] !== undefined;
  return { kind: 'list', isOrdered, items: items.map(readInline) };
}

function readTable(lines: readonly string[]): Block {
  const [head = [], ...rows] = lines.filter((line) => !RULE.test(line)).map(cellsOf);
  return { kind: 'table', head, rows };
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => readInline(cell.trim()));

/** The same words give the same address as on the pages that host such files. */
function idOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
