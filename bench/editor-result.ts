import type { SqlEditor } from '../e2e/basalt/sql-editor.ts';
import { type Figure, percentile } from './figure.ts';
import { measureScrolling } from './scrolling.ts';

const ROUNDS = 5;
const LARGE = `select n, md5(n::text) a, md5((n*7)::text) b, n*1.5 c, now() d from generate_series(1,100000) n`;

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
    ...(await measureScrolling(editor.page, editor.grid, 'scrolling 10,000 rows')),
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
