import { type ChartConfig, DEFAULT_CHART } from '@basalt/contract';
import { describeWrite } from '@basalt/sql';

/** A block of SQL in an answer: its text, and how the first comment in it wants it shown. */
export interface SqlBlock {
  sql: string;
  title: string | null;
  chart: ChartConfig;
}

const PROPS = /^\s*--\s*props:\s*(\{.*\})\s*(?:\n|$)/;

/** Reads a block whose first line may be `-- props: {"title": …, "isChart": …, "xAxis": …, "yAxis": …}`. What cannot be read is text. */
export function readSqlBlock(text: string): SqlBlock {
  const [line = '', json = ''] = PROPS.exec(text) ?? [];
  const props = parseProps(json);
  if (props === null) return { sql: text.trim(), title: null, chart: DEFAULT_CHART };
  return {
    sql: text.slice(line.length).trim(),
    title: textOf(props.title),
    chart: chartOf({
      view: props.isChart === true || props.isChart === 'true' ? 'chart' : 'table',
      xAxis: textOf(props.xAxis),
      yAxis: textOf(props.yAxis),
    }),
  };
}

/** How a result is shown at first, as a model asks for it. */
export function chartOf(wish: {
  view?: 'table' | 'chart' | undefined;
  xAxis?: string | null | undefined;
  yAxis?: string | null | undefined;
}): ChartConfig {
  return {
    ...DEFAULT_CHART,
    view: wish.view === 'chart' ? 'chart' : 'table',
    xKey: wish.xAxis ?? null,
    yKey: wish.yAxis ?? null,
  };
}

/** Whether a query needs a yes before it can do anything. */
export function isWrite(sql: string): boolean {
  return describeWrite(sql).writes;
}

function parseProps(json: string): Record<string, unknown> | null {
  try {
    const props: unknown = json === '' ? null : JSON.parse(json);
    return typeof props === 'object' && props !== null ? (props as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
