import type { ResourceSample } from '@basalt/contract';
import type { Metric, MetricLine } from './metrics.ts';
import { pointTime } from './point-time.ts';

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
