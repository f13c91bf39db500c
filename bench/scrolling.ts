import type { openOwnersPage } from '../e2e/basalt/open-browser.ts';
import { type Figure, percentile } from './figure.ts';

type Page = Awaited<ReturnType<typeof openOwnersPage>>;

const SECONDS = 3;
/** Pixels a second: 107 rows, about 25 notches of a wheel. */
const SPEED = 3_000;
/** A frame of a screen of 60 per second, with what clocks are off by. */
const FRAME = 17.5;
const TWO_FRAMES = 33;

/** How evenly the rows of a grid move under a wheel that turns fast. The page must have `in-page/probe.js`. */
export async function measureScrolling(
  page: Page,
  grid: ReturnType<Page['getByRole']>,
  name: string,
): Promise<Figure[]> {
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
      name: `${name}: time of a frame`,
      value: median,
      unit: 'ms',
      target: FRAME,
      note: `median of ${scrolling.length}, p95 ${percentile(scrolling, 0.95).toFixed(1)} ms; drawn without a GPU`,
    },
    {
      name: `${name}: frames of more than 33 ms`,
      value: late(scrolling),
      unit: '%',
      target: null,
      note: `idle ${late(idle).toFixed(1)} %`,
    },
    {
      name: `${name} over the idle page: time of a frame`,
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
