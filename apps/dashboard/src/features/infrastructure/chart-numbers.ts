import type { ResourceSample } from '@basalt/contract';
import { pointTime } from '../../lib/format/chart-time.ts';
import type { Metric, MetricLine } from './metrics.ts';

interface ChartScale {
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

/** A chart in words: `now 12 %, peak 40 % at 14:03`. Several lines are named. Null when nothing was measured. */
export function summaryOf(
  { lines, words }: Pick<Metric, 'lines' | 'words'>,
  samples: readonly ResourceSample[],
  span: number,
): string | null {
  const parts = lines.flatMap((line) => lineSummary(line, words, samples, span) ?? []);
  if (parts.length === 0) return null;
  const [only] = parts;
  if (lines.length === 1 && only !== undefined) return only.text;
  return parts.map(({ label, text }) => `${label}: ${text}`).join('; ');
}

function lineSummary(
  { value, label }: MetricLine,
  words: Metric['words'],
  samples: readonly ResourceSample[],
  span: number,
): { label: string; text: string } | null {
  let peak: { at: string; value: number } | null = null;
  for (const sample of samples) {
    const measured = sample[value];
    if (measured === null) continue;
    if (peak === null || measured > peak.value) peak = { at: sample.at, value: measured };
  }
  if (peak === null) return null;
  // The newest step may have begun a moment ago and hold nothing yet.
  const now = samples.at(-1)?.[value] ?? samples.at(-2)?.[value] ?? null;
  const peakLabels = `peak ${words(peak.value)} at ${pointTime(Date.parse(peak.at), span)}`;
  return {
    label,
    text: now === null ? `not measured now, ${peakLabels}` : `now ${words(now)}, ${peakLabels}`,
  };
}
