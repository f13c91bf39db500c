import path from 'node:path';
import { openBrowser, openOwnersPage } from '../e2e/basalt/open-browser.ts';
import type { BenchContext } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { findBrowser } from './find-browser.ts';
import { untilQuiet } from './process-load.ts';

/** As a phone of some years ago. */
const TIMES_SLOWER = 4;
/** Pages of a project that the menu leads to, by the words of their entry. */
const PAGES = [
  'SQL editor',
  'Table editor',
  'Database',
  'Authentication',
  'Storage',
  'Edge functions',
  'Realtime',
  'Reports',
  'Logs',
  'Home',
];
const ROUNDS_WITH_TIMES = 5;
const CHANGES = 200;

type Page = Awaited<ReturnType<typeof openOwnersPage>>;

/** What it is like to go through a project's pages with the menu, when they have been there before. */
export async function measureRouteChanges({ api, basalt }: BenchContext): Promise<Figure[]> {
  const { ref } = await api.createProject('Bench of pages');
  await api.rows(ref, 'create table public.bench_pages as select n as id from generate_series(1, 1000) as n');
  const browser = await openBrowser(await findBrowser());
  try {
    const page = await openOwnersPage(browser, basalt.origin);
    await page.addInitScript({ path: path.join(import.meta.dirname, 'in-page/probe.js') });
    await page.addInitScript({ path: path.join(import.meta.dirname, 'in-page/page-changes.js') });
    await page.goto(`/project/${ref}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilQuiet(basalt.home);
    const names = await entriesOf(page);
    const client = await page.context().newCDPSession(page);
    // Everything has been loaded once, and is warm.
    for (const name of names) await change(page, name);
    await client.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
    await page.evaluate('changes.reset()');
    const times: number[] = [];
    const ofPage = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS_WITH_TIMES; round++)
      for (const name of names) {
        const taken = await change(page, name);
        times.push(taken);
        ofPage.set(name, [...(ofPage.get(name) ?? []), taken]);
      }
    const slowest = [...ofPage].map(([name, taken]) => ({ name, median: percentile(taken, 0.5) }));
    slowest.sort((a, b) => b.median - a.median);
    const most = slowest.slice(0, 3).map(({ name, median }) => `${name} ${median.toFixed(0)} ms`);
    const seen = await page.evaluate<{ shift: number; interactions: number[]; longest: number }>(
      'changes.seen()',
    );
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const before = await heapMb();
    for (let count = 0; count < CHANGES; count++) await change(page, names[count % names.length] ?? '');
    const after = await heapMb();
    const slower = `${times.length} changes among ${names.length} pages, processor ${TIMES_SLOWER} × slower`;
    return [
      {
        name: 'change of page to its content, p95',
        value: percentile(times, 0.95),
        unit: 'ms',
        target: 200,
        note: `median ${percentile(times, 0.5).toFixed(0)} ms, slowest ${most.join(', ')}; ${slower}`,
      },
      {
        name: 'interaction to the next paint, p95',
        value: percentile(seen.interactions, 0.95),
        unit: 'ms',
        target: 150,
        note: slower,
      },
      { name: 'longest task while pages change', value: seen.longest, unit: 'ms', target: 100, note: slower },
      {
        name: 'layout shift while pages change, in thousandths',
        value: seen.shift * 1_000,
        unit: 'times',
        target: 20,
        note: 'of the worst page',
      },
      {
        name: `growth of the page's memory over ${CHANGES} changes`,
        value: Math.max(0, after - before),
        unit: 'MB',
        target: 5,
        note: `from ${before.toFixed(1)} MB`,
      },
    ];

    async function heapMb(): Promise<number> {
      await client.send('HeapProfiler.collectGarbage');
      const { usedSize } = await client.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    }
  } finally {
    await browser.close();
  }
}

/** Those of the pages that the menu has as links. */
async function entriesOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Project' });
  const found: string[] = [];
  for (const name of PAGES)
    if ((await menu.getByRole('link', { name, exact: true }).count()) === 1) found.push(name);
  if (found.length < 5) throw new Error(`The menu leads to ${found.join(', ')} only.`);
  return found;
}

/** Milliseconds from the press until the new page's content is drawn and nothing of it is loading. */
async function change(page: Page, name: string): Promise<number> {
  await page.evaluate('changes.await()');
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name, exact: true }).click();
  return page.evaluate<number>('changes.answer()');
}
