import { isMark, nextOnLevel, type StatementView } from '../text/statement-view.ts';

/** What a WITH clause says: indices of tokens. */
export interface WithQueries {
  /** The names of the queries. */
  readonly names: readonly number[];
  /** The word `materialized`, wherever it stands. */
  readonly materialized: readonly number[];
  /** Where the statement behind the clause begins. */
  readonly main: number;
}

const MAIN_VERBS: ReadonlySet<string> = new Set([
  'select',
  'values',
  'table',
  'insert',
  'update',
  'delete',
  'merge',
]);

/** `, name as (` or `, name (a) as (`, not `, column`. */
function startsNextQuery(view: StatementView, at: number): boolean {
  return isMark(view, at, ',') && (view.words[at + 2] === 'as' || isMark(view, at + 2, '('));
}

/** Behind `search … set x` and `cycle … using x` comes the next query or the statement itself. */
function skipSearchAndCycle(view: StatementView, from: number): number {
  let at = from;
  if (view.words[at] !== 'search' && view.words[at] !== 'cycle') return at;
  while (at < view.tokens.length) {
    if (MAIN_VERBS.has(view.words[at] ?? '') || isMark(view, at, '(') || startsNextQuery(view, at)) break;
    at += 1;
  }
  return at;
}

/** Reads the WITH clause at a token; null when what stands there is no list of queries. */
export function readWith(view: StatementView, at: number): WithQueries | null {
  const names: number[] = [];
  const materialized: number[] = [];
  let next = at + 1;
  if (view.words[next] === 'recursive' && view.words[next + 1] !== 'as') next += 1;
  for (;;) {
    names.push(next);
    next += 1;
    if (isMark(view, next, '(')) next = nextOnLevel(view, next);
    if (view.words[next] !== 'as') return null;
    next += 1;
    if (view.words[next] === 'not') next += 1;
    if (view.words[next] === 'materialized') {
      materialized.push(next);
      next += 1;
    }
    if (!isMark(view, next, '(')) return null;
    next = skipSearchAndCycle(view, nextOnLevel(view, next));
    if (!isMark(view, next, ',')) return { names, materialized, main: next };
    next += 1;
  }
}
