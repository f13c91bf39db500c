import { RESERVED_WORDS } from './reserved-words.ts';

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

// Keywords that may nevertheless be the name of a function somebody wrote.
const CALLABLE = words(
  `authorization binary collation concurrently cross freeze full inner is isnull natural notnull outer similar
  tablesample verbose`,
);

// Keywords without a reserve that stand right before an expression: behind them a name and a bracket are a call.
const LEADING = words(
  `at atomic by call columns content document escape first following groups key local name next ordinality passing
  path preceding range ref return rows uescape value version zone`,
);

/** Words that open a bracket of the grammar and can be no function without a schema before them. */
export function isGrammarWord(word: string): boolean {
  return RESERVED_WORDS.has(word) && !CALLABLE.has(word);
}

/** Words behind which an expression may begin. Behind any other name, `x (` is an alias, a type or an object. */
export function leadsExpression(word: string): boolean {
  return RESERVED_WORDS.has(word) || LEADING.has(word);
}
