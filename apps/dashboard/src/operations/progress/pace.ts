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
