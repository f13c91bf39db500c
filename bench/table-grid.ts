import path from 'node:path';
import { openBrowser, openOwnersPage } from '../e2e/basalt/open-browser.ts';
import type { BenchContext } from './bench-context.ts';
import type { Figure } from './figure.ts';
import { findBrowser } from './find-browser.ts';
import { untilQuiet } from './process-load.ts';
import { measureScrolling } from './scrolling.ts';

const ROWS = `create table public.bench_grid as
  select n as id, md5(n::text) as name, now() - n * interval '1 min' as at, n % 7 = 0 as ready, n * 1.5 as price
  from generate_series(1, 100000) as n;
  alter table public.bench_grid add primary key (id)`;

/** The table editor on a table of 100,000 rows, which it reads page by page while it is scrolled. */
export async function measureTableGrid({ api, basalt }: BenchContext): Promise<Figure[]> {
  const { ref } = await api.createProject('Bench of the grid');
  await api.rows(ref, ROWS);
  const [table] = await api.rows(ref, "select 'public.bench_grid'::regclass::oid::text as id");
  const browser = await openBrowser(await findBrowser());
  try {
    const page = await openOwnersPage(browser, basalt.origin);
    await page.addInitScript({ path: path.join(import.meta.dirname, 'in-page/probe.js') });
    await page.goto(`/project/${ref}/editor/${table?.id}`);
    const grid = page.getByRole('grid');
    await grid.getByRole('row').nth(20).waitFor();
    await untilQuiet(basalt.home);
    return await measureScrolling(page, grid, 'table editor, scrolling 100,000 rows');
  } finally {
    await browser.close();
  }
}
