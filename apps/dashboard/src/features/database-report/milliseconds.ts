const SECOND = 1_000;
const MINUTE = 60_000;

/** A time for people: `0.42 ms`, `12 ms`, `3.1 s`, `2 min 5 s`. */
export function milliseconds(time: number): string {
  if (time >= MINUTE) {
    const seconds = Math.round(time / SECOND);
    return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
  if (time >= SECOND) return `${(time / SECOND).toFixed(1)} s`;
  return time >= 10 ? `${Math.round(time)} ms` : `${time.toFixed(2)} ms`;
}
