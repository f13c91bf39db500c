import type { SqlEditor } from '../e2e/basalt/sql-editor.ts';
import { type Figure, percentile } from './figure.ts';

const ROUNDS = 20;

interface Answer {
  milliseconds: number;
  options: string[];
}

/** From Ctrl+Space behind `from` to the list of options, in a schema of 1,000 tables. */
export async function measureCompletion(editor: SqlEditor): Promise<Figure[]> {
  const { page } = editor;
  await editor.write('select * from ');
  // What the typed space may bring by itself goes first.
  await page.waitForTimeout(500);
  await page.keyboard.press('Escape');
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    await page.evaluate('bench.awaitOptions()');
    await page.keyboard.press('Control+Space');
    const { milliseconds, options } = await page.evaluate<Answer>('bench.answer()');
    if (!options.some((option) => option.startsWith('bench_table_')))
      throw new Error(`No tables are offered but ${options.slice(0, 10).join(', ')}.`);
    if (round >= 0) times.push(milliseconds);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
  }
  return [
    {
      name: 'completion among 1,000 tables: key to list drawn',
      value: percentile(times, 0.5),
      unit: 'ms',
      target: 50,
      note: `median of ${ROUNDS}, p95 ${percentile(times, 0.95).toFixed(1)} ms, Ctrl+Space, the wait for a frame included`,
    },
  ];
}
