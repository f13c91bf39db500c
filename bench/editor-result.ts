import type { SqlEditor } from '../e2e/basalt/sql-editor.ts';
import { type Figure, percentile } from './figure.ts';

const ROUNDS = 5;
const LARGE = `select n, md5(n::text) a, md5((n*7)::text) b, n*1.5 c, now() d from generate_series(1,100000) n`;

const SECONDS = 3;
/** Pixels a second: 107 rows, about 25 notches of a wheel. */
const SPEED = 3_000;
/** A frame of a screen of 60 per second, with what clocks are off by. */
const FRAME = 17.5;
const TWO_FRAMES = 33;

/** A result of 100,000 rows: how soon its first rows are seen, and how what is shown of it scrolls. */
export async function measureResult(editor: SqlEditor): Promise<Figure[]> {
  await editor.page.getByLabel('Row limit').selectOption('No limit');
  await editor.write(LARGE);
  const waits: number[] = [];
  // The first one loads what draws rows.
  for (let round = -1; round < ROUNDS; round++) {
    const wait = await untilRows(editor);
    if (round >= 0) waits.push(wait);
  }
  return [
    {
      name: '100,000 rows in the browser: first byte to first rows drawn',
      value: percentile(waits, 0.5),
      unit: 'ms',
      target: 300,
      note: `median of ${ROUNDS}, worst ${Math.max(...waits).toFixed(0)} ms`,
    },
    ...(await measureScrolling(editor)),
  ];
}

/** @returns milliseconds from the first byte of the answer to the frame with its first rows */
async function untilRows({ page, results, runButton }: SqlEditor): Promise<number> {
  await page.evaluate('bench.awaitRows()');
  await runButton.click();
  const end = await page.evaluate<number>('bench.answer()');
  await results.getByText('10,000 of 100,000 rows shown').first().waitFor();
  return end - (await page.evaluate<number>('bench.firstByte()'));
}

async function measureScrolling({ page, grid }: SqlEditor): Promise<Figure[]> {
  const box = await grid.boundingBox();
  if (box === null) throw new Error('There are no rows to scroll.');
  const client = await page.context().newCDPSession(page);
  const idle = await framesDuring(() => page.waitForTimeout(SECONDS * 1_000));
  const scrolling = await framesDuring(() =>
    client.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: -SPEED * SECONDS,
      speed: SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    }),
  );
  const scrolled = await grid.evaluate((element: { scrollTop: number }) => element.scrollTop);
  if (scrolled < (SPEED * SECONDS) / 2) throw new Error(`The rows moved by ${scrolled} pixels only.`);

  const [median, limit] = [percentile(scrolling, 0.5), percentile(idle, 0.5)];
  const late = (frames: number[]) =>
    (frames.filter((frame) => frame > TWO_FRAMES).length / frames.length) * 100;
  return [
    {
      name: 'scrolling 10,000 rows: time of a frame',
      value: median,
      unit: 'ms',
      target: FRAME,
      note: `median of ${scrolling.length}, p95 ${percentile(scrolling, 0.95).toFixed(1)} ms; drawn without a GPU`,
    },
    {
      name: 'scrolling 10,000 rows: frames of more than 33 ms',
      value: late(scrolling),
      unit: '%',
      target: null,
      note: `idle ${late(idle).toFixed(1)} %`,
    },
    {
      name: 'scrolling 10,000 rows over the idle page: time of a frame',
      value: median / limit,
      unit: 'times',
      target: null,
      note: `idle ${limit.toFixed(1)} ms`,
    },
  ];

  async function framesDuring(work: () => Promise<unknown>): Promise<number[]> {
    await page.evaluate('bench.startFrames()');
    await work();
    return await page.evaluate<number[]>('bench.stopFrames()');
  }
}
