/** So many days it takes until every case was tried. */
export const SHARES = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Which share of the kill matrices runs, from 0: the one whose turn it is today, or the one that `KILL_MATRIX_TURN` names, any
 * whole number that `npm test` has printed. Null, with `KILL_MATRIX=full`: all of them.
 * @throws when the turn is not a whole number
 */
export function readTurn(env: NodeJS.ProcessEnv, now: number): number | null {
  if (env.KILL_MATRIX === 'full') return null;
  const turn = env.KILL_MATRIX_TURN ?? String(Math.floor(now / DAY_MS));
  if (!/^\d{1,9}$/.test(turn)) throw new Error(`KILL_MATRIX_TURN is "${turn}": it must be a whole number.`);
  return Number(turn) % SHARES;
}

/** Those of the cases that are in the share. With another `offset` the same places of another list have other turns. */
export function shareOf<T>(cases: readonly T[], turn: number | null, offset = 0): T[] {
  if (turn === null) return [...cases];
  return cases.filter((_, place) => (place + offset) % SHARES === turn);
}

export const TURN = readTurn(process.env, Date.now());

/** Which share of the cases this run tries, and how to try the same again, or all. */
export function describeShare(): string {
  if (TURN === null) return 'All cases are tried.';
  return `Share ${TURN + 1} of ${SHARES} is tried, another one tomorrow. Again: KILL_MATRIX_TURN=${TURN}. Everything: KILL_MATRIX=full.`;
}
