import type { ResourceSample } from '@basalt/contract';
import type { MetricLine } from './metrics.ts';

interface LonePointProps {
  samples: readonly ResourceSample[];
  value: MetricLine['value'];
  index: number;
  x: number | undefined;
  y: number | undefined;
  color: string;
}

/** A value between two gaps is no line and would not be seen: it is drawn as a point. */
export function LonePoint({ samples, value, index, x, y, color }: LonePointProps) {
  const at = (offset: number) => samples[index + offset]?.[value] ?? null;
  const isAlone = at(0) !== null && at(-1) === null && at(1) === null;
  return isAlone ? <circle cx={x} cy={y} r={2} fill={color} /> : <g />;
}
