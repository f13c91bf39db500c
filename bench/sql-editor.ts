import path from 'node:path';
import { openBrowser, openOwnersPage } from '../e2e/basalt/open-browser.ts';
import { SqlEditor } from '../e2e/basalt/sql-editor.ts';
import type { BenchContext } from './bench-context.ts';
import { measureCompletion } from './editor-completion.ts';
import { measureResult } from './editor-result.ts';
import { measureTyping } from './editor-typing.ts';
import type { Figure } from './figure.ts';
import { findBrowser } from './find-browser.ts';
import { pageSizes } from './first-load.ts';
import { untilQuiet } from './process-load.ts';

/** What completion has to look through: 1,000 tables of 8 columns. */
const TABLES = `do $$ begin
  for n in 1..1000 loop
    execute format('create table bench_table_%s (id bigint primary key, name text, email text, price numeric,
      quantity int, is_done boolean, details jsonb, created_at timestamptz)', lpad(n::text, 4, '0'));
  end loop;
end $$`;

/** The SQL editor in a real browser, on a project of 1,000 tables. */
export async function measureSqlEditor(context: BenchContext): Promise<Figure[]> {
  const { ref } = await context.api.createProject('Bench of the editor');
  await context.api.rows(ref, TABLES);
  const browser = await openBrowser(await findBrowser());
  try {
    const page = await openOwnersPage(browser, context.basalt.origin);
    await page.addInitScript({ path: path.join(import.meta.dirname, 'in-page/probe.js') });
    const catalog = page.waitForResponse((response) => response.url().endsWith('/completion'));
    const editor = new SqlEditor(page);
    await editor.open(ref);
    await catalog;
    await untilQuiet(context.basalt.home);
    return [
      ...(await measureResult(editor)),
      ...(await measureCompletion(editor)),
      ...(await measureTyping(editor, browser)),
      await sizeOfPage(),
    ];
  } finally {
    await browser.close();
  }
}

async function sizeOfPage(): Promise<Figure> {
  const size = (await pageSizes()).find(({ name }) => name === 'routes/project/sql-page.tsx');
  if (size === undefined) throw new Error('The size of the SQL editor is not known.');
  return {
    name: 'what the SQL editor loads later than the first page',
    value: size.size / 1_000,
    unit: 'kB',
    target: size.limit / 1_000,
    note: 'script and style, gzip',
  };
}
