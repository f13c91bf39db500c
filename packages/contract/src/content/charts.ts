import * as z from 'zod';
import { storedSql } from '../database/sql-text.ts';
import { MAX_REPORT_CARDS, REPORT_COLUMNS } from '../shared/limits.ts';
import { displayName, storableText } from '../shared/names.ts';

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

/** One query card of a report: its own SQL, or that of a snippet as it is when the report is opened. */
export const reportCard = z.object({
  id: z.uuid(),
  name: displayName,
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sql'), sql: storedSql }),
    z.object({ kind: z.literal('snippet'), id: z.uuid() }),
  ]),
  chart: chartConfig,
  /** Values of the query's parameters, by name; those not given take their default. */
  parameters: z.record(storableText.max(63), storableText.max(10_000)),
  /** Size on the grid of the report, in columns and rows of it. Cards flow in the order of the list. */
  width: z.number().int().min(1).max(REPORT_COLUMNS),
  height: z.number().int().min(1).max(12),
});
export type ReportCard = z.infer<typeof reportCard>;

export const reportContent = z.object({
  schema_version: storableText.max(20, 'must be at most 20 characters'),
  cards: z.array(reportCard).max(MAX_REPORT_CARDS, `must be at most ${MAX_REPORT_CARDS} cards`),
  /** Days that the report looks back: the value of the parameters `start_date` and `end_date`. Null: all there is. */
  days: z.number().int().min(1).max(3_650).nullable(),
});
export type ReportContent = z.infer<typeof reportContent>;
