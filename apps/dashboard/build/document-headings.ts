import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { headingId, plainText, readMarkdown } from '../src/ui/markdown/read-markdown.ts';

const FOLDER = path.join(import.meta.dirname, '../../../docs');
/** For those who build the product, and not shown in the dashboard. */
const LEFT_OUT: ReadonlySet<string> = new Set(['figures.md', 'glossary.md']);

export interface DocumentHeading {
  /** Of the document, as in `/docs/<name>`. */
  name: string;
  /** Of the document. */
  title: string;
  text: string;
  /** Where it is on the page; empty for the title. */
  hash: string;
}

/** All headings of the documents that the dashboard shows, in their order. */
export function documentHeadings(): DocumentHeading[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md') && !LEFT_OUT.has(file))
    .sort()
    .flatMap((file) => headingsOf(file.slice(0, -3), readFileSync(path.join(FOLDER, file), 'utf8')));
}

function headingsOf(name: string, text: string): DocumentHeading[] {
  const headings = readMarkdown(text).filter((token) => token.type === 'heading');
  const title = headings[0] === undefined ? name : plainText(headings[0].tokens);
  return headings.map((heading, index) => ({
    name,
    title,
    text: plainText(heading.tokens),
    hash: index === 0 ? '' : headingId(heading),
  }));
}
