import type { StatementView } from '../text/statement-view.ts';

/** Words that belong to the grammar behind certain others: `group by (`, `grouping sets (`, `primary key (`, … */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  bernoulli: ['tablesample'],
  by: ['order', 'group'],
  first: ['fetch'],
  key: ['primary', 'foreign'],
  next: ['fetch'],
  second: ['to', 'interval'],
  sets: ['grouping'],
  system: ['tablesample'],
  varying: ['bit', 'char', 'character', 'nchar'],
  zone: ['time'],
};

/** The same where the statement writes or defines; in a query these may be names of functions. */
const PAIRS_IN_WRITES: Readonly<Record<string, readonly string[]>> = {
  conflict: ['on'],
  hash: ['by'],
  insert: ['then'],
  list: ['by'],
  range: ['by'],
  set: ['update'],
};

/** `operator(pg_catalog.+)`: what the brackets hold ends in an operator, and no expression does. */
function isOperatorName(view: StatementView, at: number): boolean {
  const closer = view.closing[at + 1] ?? -1;
  return view.words[at] === 'operator' && view.tokens[closer - 1]?.kind === 'operator';
}

/** Whether the word at this place is part of a phrase of the grammar and calls nothing. */
export function isWordPair(view: StatementView, at: number, isQuery: boolean): boolean {
  const word = view.words[at] ?? '';
  const before = view.words[at - 1] ?? '';
  if (isOperatorName(view, at)) return true;
  if (Object.hasOwn(PAIRS, word) && PAIRS[word]?.includes(before)) return true;
  return !isQuery && Object.hasOwn(PAIRS_IN_WRITES, word) && PAIRS_IN_WRITES[word]?.includes(before) === true;
}
