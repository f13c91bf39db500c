import type { ChartConfig } from './charts.ts';

/** How a result is shown that nobody has drawn yet. Apart from the schema, so that a browser need not load it. */
export const DEFAULT_CHART: ChartConfig = {
  type: 'bar',
  view: 'table',
  xKey: null,
  yKey: null,
  cumulative: false,
  showLabels: false,
  showGrid: false,
};
