import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { startAssisted } from '../e2e/basalt/assisted.ts';
import { openBrowser, openOwnersPage } from '../e2e/basalt/open-browser.ts';
import type { BenchContext } from './bench-context.ts';
import { type Figure, median, percentile } from './figure.ts';
import { findBrowser } from './find-browser.ts';
import { untilQuiet } from './process-load.ts';
import { measureScrolling } from './scrolling.ts';

type Assisted = Awaited<ReturnType<typeof startAssisted>>;
type Page = Awaited<ReturnType<typeof openOwnersPage>>;

const MESSAGES = 1_000;
const AT_ONCE = 10;
const ANSWERS = 20;
const FIRST_TOKEN = 50;

/** The panel of the assistant in a real browser: how soon it shows what the provider says, and how a long chat scrolls. */
export async function measureAssistantPanel(_context: BenchContext): Promise<Figure[]> {
  const at = await startAssisted();
  try {
    const browser = await openBrowser(await findBrowser());
    try {
      const page = await openOwnersPage(browser, at.basalt.origin);
      await page.addInitScript({ path: path.join(import.meta.dirname, 'in-page/probe.js') });
      await page.goto(`/project/${at.ref}/logs`);
      await page.getByRole('button', { name: 'Assistant', exact: true }).click();
      await page.getByRole('textbox', { name: 'Message to the assistant' }).waitFor();
      await untilQuiet(at.basalt.home);
      return [await measureFirstToken(at, page), ...(await measureLongChat(at, page))];
    } finally {
      await browser.close();
    }
  } finally {
    await at.dispose();
  }
}

/** From the moment in which the provider sends the first word until the frame with it is drawn. */
async function measureFirstToken({ model }: Assisted, page: Page): Promise<Figure> {
  const input = page.getByRole('textbox', { name: 'Message to the assistant' });
  const ahead = await clockAhead(page);
  const samples: number[] = [];
  for (let n = 0; n <= ANSWERS; n++) {
    const word = `granite-${n}`;
    let sent = 0;
    model.play(() => {
      sent = now();
      return { text: `${word} and more of it`, pause: 1 };
    });
    await page.evaluate(`bench.awaitSaid('${word}')`);
    await input.fill('Which stone?');
    await input.press('Enter');
    const drawn = await page.evaluate<number>('bench.answer()');
    // The first one loads what shows answers.
    if (n > 0) samples.push(drawn - ahead - sent);
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden' });
  }
  return {
    name: 'assistant, first word on the screen after the provider sent it',
    value: median(samples),
    unit: 'ms',
    target: FIRST_TOKEN,
    note: `median of ${samples.length}, p95 ${percentile(samples, 0.95).toFixed(0)} ms, most ${percentile(samples, 1).toFixed(0)} ms`,
  };
}

async function measureLongChat({ api, ref }: Assisted, page: Page): Promise<Figure[]> {
  const chats = `/platform/projects/${ref}/ai/chats`;
  const { body: chat } = await api.request('POST', chats, { name: 'A long one' });
  for (let from = 0; from < MESSAGES; from += AT_ONCE) {
    const messages = Array.from({ length: AT_ONCE }, (_, n) => message(from + n));
    const { status } = await api.request('POST', `${chats}/${chat.id}/messages`, { messages });
    if (status !== 201) throw new Error(`The messages were refused: ${status}`);
  }
  await page.reload();
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  await page.getByRole('button', { name: /^Chats/ }).click();
  await page.getByRole('button', { name: 'A long one', exact: true }).click();
  const log = page.getByRole('log', { name: 'Conversation' });
  const first = log.getByText('Question 1 of', { exact: false }).first();
  await log.getByText(`Question ${MESSAGES / 2} of`, { exact: false }).waitFor();
  // Up to the beginning, page by page.
  for (let pages = 0; (await first.count()) === 0; pages++) {
    if (pages > MESSAGES) throw new Error('The first message did not come.');
    await log.evaluate((element: { scrollTop: number }) => {
      element.scrollTop = 0;
    });
    await page.waitForTimeout(50);
  }
  await log.evaluate((element: { scrollTop: number }) => {
    element.scrollTop = 0;
  });
  return await measureScrolling(
    page,
    log,
    `assistant, scrolling a chat of ${MESSAGES.toLocaleString('en')} messages`,
  );
}

function message(n: number) {
  const number = Math.floor(n / 2) + 1;
  const text =
    n % 2 === 0
      ? `Question ${number} of many: which stones are the oldest?`
      : `Answer ${number}. The **oldest** are these:\n\n- one of \`${randomUUID()}\`\n- another\n\nThey were found ${number} years ago, in a quarry that nobody remembers.`;
  return { id: `m-${n}`, role: n % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] };
}

/** By how many milliseconds the clock of a page is ahead of ours. */
async function clockAhead(page: Page): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let n = 0; n < 20; n++) {
    const before = now();
    const there = await page.evaluate<number>('bench.now()');
    const took = now() - before;
    if (took < best.took) best = { took, ahead: there - before - took / 2 };
  }
  return best.ahead;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
