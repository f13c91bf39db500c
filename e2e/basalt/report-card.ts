import { randomUUID } from 'node:crypto';

/** A chart that nobody has drawn yet: the card shows its rows. */
export const NO_CHART = {
  type: 'bar',
  view: 'table',
  xKey: null,
  yKey: null,
  cumulative: false,
  showLabels: false,
  showGrid: false,
};

/** A card of a report, as a browser sends it. */
export function reportCard(name: string, source: unknown, change: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    name,
    source,
    chart: NO_CHART,
    parameters: {},
    width: 6,
    height: 4,
    ...change,
  };
}
