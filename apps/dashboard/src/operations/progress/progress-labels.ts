import type { StepProgress } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';

export interface ProgressLabels {
  /** 0 to 1; null while nobody knows how much there is. */
  share: number | null;
  /** "12 MB of 40 MB" */
  sizes: string;
  /** "8.2 MB/s, about 12 s left"; empty while that cannot be told. */
  pace: string;
}

/** How far a step is, in words. `bytesPerSecond` as measured here; null while it is not known. */
export function progressLabels(
  { done_bytes: done, total_bytes: total }: Pick<StepProgress, 'done_bytes' | 'total_bytes'>,
  bytesPerSecond: number | null,
): ProgressLabels {
  // A database may grow while it is copied: more than all is all.
  const whole = total === null ? null : Math.max(total, done);
  const isMoving = bytesPerSecond !== null && bytesPerSecond > 0;
  const left = whole === null || !isMoving ? null : (whole - done) / bytesPerSecond;
  return {
    share: whole === null ? null : whole === 0 ? 1 : done / whole,
    sizes: whole === null ? byteSize(done) : `${byteSize(done)} of ${byteSize(whole)}`,
    pace: isMoving
      ? [`${byteSize(bytesPerSecond)}/s`, ...(left === null || left < 1 ? [] : [leftLabels(left)])].join(', ')
      : '',
  };
}

/** Estimates are rounded so that they do not flicker. */
function leftLabels(seconds: number): string {
  if (seconds < 60) return `about ${seconds < 10 ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5} s left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  return `about ${Math.round(minutes / 60)} h left`;
}

/** How far something was at a moment (milliseconds). */
export interface Sample {
  at: number;
  done: number;
}

/** Only this much of the past says how fast something is now, in milliseconds. */
const WINDOW = 15_000;
/** Two looks closer together than this say nothing. */
const SHORTEST = 900;

/** The samples with a new one. What is behind the last one is another piece of work, and begins anew. */
export function addSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last === undefined || next.done < last.done) return [next];
  if (next.at - last.at < SHORTEST) return samples;
  return [...samples.filter(({ at }) => next.at - at <= WINDOW), next];
}

/** Bytes a second over the samples; null while that cannot be told. */
export function paceOf(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at === first.at) return null;
  return (last.done - first.done) / ((last.at - first.at) / 1_000);
}
