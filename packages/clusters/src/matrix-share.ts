/** So many days it takes until every case was tried. */
export const SHARES = 6;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Which share of a matrix runs, from 0: the one whose turn it is today, or the one that `MATRIX_TURN` names, any whole number that
 * `npm test` has printed.
 * @throws when the turn is not a whole number
 */
export function readTurn(env: NodeJS.ProcessEnv, now: number): number {
  const turn = env.MATRIX_TURN ?? String(Math.floor(now / DAY_MS));
  if (!/^\d{1,9}$/.test(turn)) throw new Error(`MATRIX_TURN is "${turn}": it must be a whole number.`);
  return Number(turn) % SHARES;
}

/** Those of the cases that are in the share; all without a turn. With another `offset` the same places of another list have other turns. */
export function shareOf<T>(cases: readonly T[], turn: number | null, offset = 0): T[] {
  if (turn === null) return [...cases];
  return cases.filter((_, place) => (place + offset) % SHARES === turn);
}

/** The turn of the kill matrices. Null, with `KILL_MATRIX=full`: all of them are tried. */
export const KILL_TURN = process.env.KILL_MATRIX === 'full' ? null : readTurn(process.env, Date.now());

/** The turn of the attempts to break out of a project. Null, with `BREACH_MATRIX=full`: all of them are made. */
export const BREACH_TURN = process.env.BREACH_MATRIX === 'full' ? null : readTurn(process.env, Date.now());

const MAJORS_TURN = process.env.MAJORS_MATRIX === 'full' ? null : readTurn(process.env, Date.now());

/** Every second major version of a list, the others a day later. With `MAJORS_MATRIX=full` all of them, at once. */
export function inTurn<T>(majors: readonly T[], turn = MAJORS_TURN): T[] {
  return majors.filter((_, place) => turn === null || place % 2 === turn % 2);
}

/** Which share of the cases a run tries, and how to try the same again, or all. */
export function describeShare(turn: number | null, matrix: 'KILL_MATRIX' | 'BREACH_MATRIX'): string {
  if (turn === null) return 'All cases are tried.';
  return `Share ${turn + 1} of ${SHARES} is tried, another one tomorrow. Again: MATRIX_TURN=${turn}. Everything: ${matrix}=full.`;
}
