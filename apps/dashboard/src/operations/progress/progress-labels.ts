import type { StepProgress } from '@basalt/contract';
import { byteSize } from '../../lib/byte-size.ts';

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
