/** How long something took, for people: `12 ms`, `3.2 s`, `42 s`, `1 min 12 s`, `2 h 5 min`. */
export function duration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The time between two moments of the wire; null while the first has not come. `now` stands in for the second. */
export function elapsed(from: string | null, to: string | null, now: number): number | null {
  if (from === null) return null;
  return Math.max(0, (to === null ? now : Date.parse(to)) - Date.parse(from));
}
