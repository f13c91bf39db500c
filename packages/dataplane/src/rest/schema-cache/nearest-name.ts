/** How alike two names must be for one to be proposed in place of the other. */
const MIN_SIMILARITY = 0.75;
// Database names have 63 bytes; a list of arguments may be longer. What a client writes beyond that is not a slip.
const MAX_LENGTH = 500;

/**
 * How alike two names are, from 0 to 1: one minus the number of edits (insert, delete, replace, swap two neighbours)
 * by the length of the longer one. Upper and lower case are the same.
 */
export function similarity(left: string, right: string): number {
  const a = [...left.slice(0, MAX_LENGTH + 1).toLowerCase()];
  const b = [...right.slice(0, MAX_LENGTH + 1).toLowerCase()];
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  return longer > MAX_LENGTH ? 0 : 1 - editDistance(a, b) / longer;
}

/** The candidate most like a name, null when none is near enough. Of equals the first. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestScore = MIN_SIMILARITY;
  for (const candidate of candidates) {
    // Each sign more or less is an edit, so most candidates need no closer look. (A sign may count two in `length`.)
    if (Math.abs(candidate.length - name.length) > Math.max(candidate.length, name.length) / 2) continue;
    const score = similarity(name, candidate);
    if (score > bestScore || (score === bestScore && best === null)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** Optimal string alignment distance. */
function editDistance(a: readonly string[], b: readonly string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replace, swap));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
