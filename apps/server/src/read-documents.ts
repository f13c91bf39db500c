import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const FOLDER = new URL('../../../docs/', import.meta.url);
/** About the project, not about using it. */
const LEFT_OUT = new Set(['figures.md', 'glossary.md']);

let pages: Promise<{ name: string; text: string }[]> | undefined;

/** The pages of the documentation, read once. An installation without them has none. */
export function readDocuments(): Promise<readonly { name: string; text: string }[]> {
  pages ??= readAll().catch(() => []);
  return pages;
}

async function readAll() {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.md') && !LEFT_OUT.has(file));
  return Promise.all(
    files.sort().map(async (file) => ({
      name: basename(file, '.md'),
      text: await readFile(new URL(file, FOLDER), 'utf8'),
    })),
  );
}
