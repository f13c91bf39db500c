import * as z from 'zod';
import { storableText } from './names.ts';

const columnName = storableText.max(1_000, 'must be at most 1000 characters').nullable();

/** How a result is shown: as rows, or as bars over two of its columns. */
export const chartConfig = z.object({
  type: z.literal('bar'),
  view: z.enum(['table', 'chart']),
  xKey: columnName,
  yKey: columnName,
  /** Bars show the sum so far. */
  cumulative: z.boolean(),
  showLabels: z.boolean(),
  showGrid: z.boolean(),
});
export type ChartConfig = z.infer<typeof chartConfig>;
