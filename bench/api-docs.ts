import { openBrowser, openOwnersPage } from '../e2e/basalt/open-browser.ts';
import type { BenchContext } from './bench-context.ts';
import { type Figure, median } from './figure.ts';
import { findBrowser } from './find-browser.ts';
import { untilQuiet } from './process-load.ts';

const TABLES = 1_000;
const ROUNDS = 12;
/** Of one transaction, which has room for the locks of so many. */
const AT_ONCE = 250;

/** Clicks on something, and says after how many milliseconds what is wanted was drawn. */
const CLICK = `(async (clicked, wanted) => {
  const start = performance.now();
  document.querySelector(clicked).click();
  if (document.querySelector(wanted) === null)
    await new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(wanted) === null) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    // A message that is sent from within a frame arrives right after that frame's style, layout and paint.
    requestAnimationFrame(() => port2.postMessage(null));
  });
  return performance.now() - start;
})`;

const click = (page: Page, clicked: string, wanted: string) =>
  page.evaluate<number>(`${CLICK}(${JSON.stringify(clicked)}, ${JSON.stringify(wanted)})`);

const OPENER = 'header a[href*="apiDocs="]';
const DIALOG = '[role=dialog] h2';
const SECTION = '[role=dialog] nav > ul > li:nth-child(3) > button';
const ITEM = '[role=dialog] nav li[aria-setsize] button';

/** Opening the API docs of a project with 1,000 tables of 10 columns. */
export async function measureApiDocs({ api, basalt }: BenchContext): Promise<Figure[]> {
  const { ref } = await api.createProject('Bench of the docs');
  for (let first = 0; first < TABLES; first += AT_ONCE)
    await api.rows(
      ref,
      `do $$ begin for n in ${first}..${first + AT_ONCE - 1} loop
        execute format('create table public.t_%s (id int primary key, a text, b text, c int, d int, e date, f jsonb, g uuid, h bool, i numeric)', n);
      end loop; end $$`,
    );
  const browser = await openBrowser(await findBrowser());
  try {
    const page = await openOwnersPage(browser, basalt.origin);
    await untilQuiet(basalt.home);
    const [firstTime = 0] = await openings(page, ref, 1, true);
    const again = await openings(page, ref, ROUNDS, false);
    const list: number[] = [];
    const table: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto(`/project/${ref}?apiDocs=introduction`);
      await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor();
      await page.waitForTimeout(300);
      list.push(await click(page, SECTION, ITEM));
      await page.waitForTimeout(300);
      table.push(await click(page, ITEM, '[role=dialog] table'));
    }
    const figure = (name: string, value: number, note: string, target: number | null): Figure => ({
      name: `API docs among 1,000 tables: ${name}`,
      value,
      unit: 'ms',
      target,
      note,
    });
    return [
      figure('opened', median(again), `median of ${ROUNDS}, from the click to the drawn dialog`, 100),
      figure('opened for the first time', firstTime, 'the page has been there for a second and a half', null),
      figure('the list of tables', median(list), `median of ${ROUNDS}, first time on the page`, null),
      figure('the page of a table', median(table), `median of ${ROUNDS}, first time on the page`, null),
    ];
  } finally {
    await browser.close();
  }
}

type Page = Awaited<ReturnType<typeof openOwnersPage>>;

async function openings(page: Page, ref: string, rounds: number, isFirst: boolean): Promise<number[]> {
  const times: number[] = [];
  if (isFirst) await page.goto(`/project/${ref}/logs`);
  await page.locator(OPENER).waitFor();
  // The page fetches the code of the docs once it has been still for half a second.
  await page.waitForTimeout(isFirst ? 1_500 : 500);
  for (let round = 0; round < rounds; round += 1) {
    times.push(await click(page, OPENER, DIALOG));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForTimeout(200);
  }
  return times;
}
