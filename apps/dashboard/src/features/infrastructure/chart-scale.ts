import type { ResourceSample } from '@basalt/contract';
import type { Metric } from './metrics.ts';

export interface ChartScale {
  /** The upper end of the chart. */
  top: number;
  /** Where the vertical axis is labelled. */
  ticks: readonly number[];
}

type Scaled = Pick<Metric, 'lines' | 'scale'>;

/**
 * How high a chart reaches: to its limit, so that one sees how near it is, or as high as the values go where the limit is
 * mostly far away. Values above the limit are not cut off.
 */
export function chartScale(
  { lines, scale }: Scaled,
  samples: readonly ResourceSample[],
  limit: number | null,
): ChartScale {
  const peak = Math.max(0, ...samples.flatMap((sample) => lines.map(({ value }) => sample[value] ?? 0)));
  const isTall = limit === null || peak > limit || scale === 'use';
  const top = isTall ? roundUp(peak) : limit;
  return { top, ticks: [0, top / 2, top] };
}

/** The next number that reads well: one, two or five times a power of ten, counted in powers of 1024. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const unit = 1024 ** Math.floor(Math.log2(value) / 10);
  const inUnit = value / unit;
  const power = 10 ** Math.floor(Math.log10(inUnit));
  const step = [1, 2, 5, 10].find((each) => each * power >= inUnit) ?? 10;
  return step * power * unit;
}
