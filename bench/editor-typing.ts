import type { Browser } from '../e2e/basalt/open-browser.ts';
import type { SqlEditor } from '../e2e/basalt/sql-editor.ts';
import { type Figure, percentile } from './figure.ts';
import { KEY_CATEGORIES, type KeyWork, keyWork } from './key-work.ts';

const LINES = 10_000;
/** What is typed into first, to tell what the length costs. */
const SHORT = 100;
/** Milliseconds between keys: twelve a second, a fast typist. */
const PAUSE = 80;
const TYPED =
  'select o.id, o.total, c.name from orders o join customers c on c.id = o.customer_id where o.total > 10;';

/** A key in the middle of a script of 10,000 lines, which is short enough for completion to stay on. */
export async function measureTyping(editor: SqlEditor, browser: Browser): Promise<Figure[]> {
  const short = await typeWithin(editor, browser, SHORT);
  const long = await typeWithin(editor, browser, LINES);
  const at = (work: readonly KeyWork[], part: keyof KeyWork, share: number) =>
    percentile(
      work.map((key) => key[part]),
      share,
    );
  const shown = (part: keyof KeyWork) =>
    `p50 ${at(long, part, 0.5).toFixed(1)} ms, p95 ${at(long, part, 0.95).toFixed(1)} ms`;
  return [
    {
      name: 'a key in 10,000 lines: script, p95',
      value: at(long, 'script', 0.95),
      unit: 'ms',
      target: 16,
      note: `${shown('script')} of ${long.length}: handlers of the key and of its frame`,
    },
    {
      name: 'a key in 10,000 lines: main thread until it is drawn, p50',
      value: at(long, 'untilDrawn', 0.5),
      unit: 'ms',
      target: 16,
      note: `${shown('untilDrawn')}, on a processor ${shown('onProcessor')}`,
    },
    {
      name: 'a key in 10,000 lines: main thread until the next key, p50',
      value: at(long, 'inAll', 0.5),
      unit: 'ms',
      target: null,
      note: `${shown('inAll')}: completion among 1,000 tables and saving included`,
    },
    {
      name: `a key in 10,000 lines over one in ${SHORT}`,
      value: at(long, 'onProcessor', 0.5) / at(short, 'onProcessor', 0.5),
      unit: 'times',
      target: null,
      note: 'processor time of the main thread until drawn, medians',
    },
  ];
}

async function typeWithin(editor: SqlEditor, browser: Browser, lines: number): Promise<KeyWork[]> {
  const { page, text } = editor;
  await paste(editor, script(lines));
  await goToMiddle(editor);
  // Until the whole text is read for its colors, and kept.
  await page.waitForTimeout(5_000);
  await browser.startTracing(page, { categories: KEY_CATEGORIES });
  for (const key of TYPED) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(PAUSE);
  }
  const work = keyWork(await browser.stopTracing());
  if ((await text.textContent())?.includes(TYPED) !== true)
    throw new Error('The keys did not arrive as typed.');
  if (work.length !== TYPED.length) throw new Error(`${work.length} keys were seen, not ${TYPED.length}.`);
  return work;
}

/** Replaces the text as people do with a long one; typed by a machine it would go through the page line by line. */
async function paste({ page, text }: SqlEditor, sql: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(sql)})`);
  await text.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
}

/** Puts the cursor on an empty line half way down. */
async function goToMiddle({ page }: SqlEditor): Promise<void> {
  await page.locator('.cm-scroller').evaluate((scroller: { scrollTop: number; scrollHeight: number }) => {
    scroller.scrollTop = scroller.scrollHeight / 2;
  });
  await page.locator('.cm-line').filter({ hasText: /^$/ }).nth(1).click();
}

/** Reports of ten lines each; 10,000 lines are 340 kB. */
function script(lines: number): string {
  const reports = Array.from({ length: lines / 10 }, (_, n) =>
    [
      `-- Report ${n} on what was sold`,
      `create or replace view report_${n} as`,
      'select date_trunc($$month$$, o.created_at) as month,',
      "  'area ' || c.region as region,",
      '  count(*) as orders,',
      '  sum(o.total * 1.19)::numeric(12, 2) as total',
      'from public.orders as o',
      'join public.customers as c on c.id = o.customer_id',
      `where o.id > ${n * 1000} group by 1, 2 order by 3 desc;`,
      '',
    ].join('\n'),
  );
  return reports.join('\n');
}
