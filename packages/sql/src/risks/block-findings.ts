import {
  cutAtSemicolons,
  isMark,
  nextOnLevel,
  type StatementView,
  viewStatement,
  viewStatements,
} from '../text/statement-view.ts';
import { stringValue } from '../text/string-value.ts';
import { isString } from '../text/token.ts';
import { significantTokens } from '../text/tokens.ts';
import { commandFindings } from './command-findings.ts';
import { dynamicText, UNKNOWN_PART } from './dynamic-text.ts';
import type { Finding } from './risk.ts';

const BEHIND_EXPRESSION: ReadonlySet<string> = new Set(['using', 'into', 'loop']);
/** `grant execute on …`, `execute function f()` of a trigger. */
const NO_EXPRESSION: ReadonlySet<string> = new Set(['function', 'procedure', 'on']);
const TEXT_FUNCTIONS: ReadonlySet<string> = new Set(['format', 'concat', 'concat_ws', 'immediate']);

/** Outside PL/pgSQL a word behind EXECUTE is the name of a prepared statement. */
function isText(view: StatementView, at: number, isBlock: boolean): boolean {
  const token = view.tokens[at];
  if (token === undefined) return false;
  if (isBlock) return !NO_EXPRESSION.has(view.words[at] ?? '');
  return isString(token) || isMark(view, at, '(') || TEXT_FUNCTIONS.has(view.words[at] ?? '');
}

/**
 * The SQL texts that EXECUTE runs in a statement: `execute 'drop …'`, `execute immediate …`, `open c for execute …`,
 * `return query execute …`, `for r in execute … loop`.
 */
function executedTexts(view: StatementView, isBlock: boolean): string[] {
  const texts: string[] = [];
  let at = 0;
  while (at < view.tokens.length) {
    const from = view.words[at + 1] === 'immediate' ? at + 2 : at + 1;
    if (view.words[at] !== 'execute' || !isText(view, at + 1, isBlock)) {
      at += 1;
      continue;
    }
    let to = from;
    while (to < view.tokens.length && !BEHIND_EXPRESSION.has(view.words[to] ?? ''))
      to = nextOnLevel(view, to);
    texts.push(dynamicText(view, { from, to: Math.min(to, view.tokens.length) }));
    at = to;
  }
  return texts;
}

/** A block in an EXECUTE in a block in …: deeper ones are not read. */
const DEEPEST = 4;

function stringsOf(view: StatementView, from: number): string[] {
  return view.tokens.slice(from).flatMap((token) => (isString(token) ? [stringValue(view.sql, token)] : []));
}

function startsUnknown(text: string): boolean {
  return viewStatements(text).some((views) => views.some(({ words }) => words[0] === UNKNOWN_PART));
}

/** `own` is false for the body of a routine, which does nothing until it is called, except hide dynamic SQL. */
function blockFindings(body: string, own: boolean, depth: number): Finding[] {
  const stretches = cutAtSemicolons(body, significantTokens(body)).map((tokens) =>
    viewStatement(body, tokens),
  );
  const texts = stretches.flatMap((view) => executedTexts(view, true));
  // A text that begins with a variable was put together elsewhere in the block: every constant may be its beginning.
  if (texts.some(startsUnknown)) texts.push(...stretches.flatMap((view) => stringsOf(view, 0)));
  return [
    ...(own ? stretches.flatMap((view) => commandFindings(view, true)) : []),
    ...texts.flatMap((text) => scriptFindings(text, depth + 1)),
  ];
}

function bodyOfDo(view: StatementView): string | undefined {
  return view.words[0] === 'do' ? stringsOf(view, 1)[0] : undefined;
}

function bodyOfRoutine(view: StatementView): string | undefined {
  const head = view.words.slice(0, 4).join(' ');
  if (!/^create (or replace )?(function|procedure)\b/.test(head)) return undefined;
  const as = view.words.findIndex((word, at) => word === 'as' && view.parent[at] === -1);
  return as < 0 ? undefined : stringsOf(view, as)[0];
}

/** What one statement does to the data, in plain sight or hidden in a DO block or in the text of an EXECUTE. */
export function statementFindings(view: StatementView, depth = 0): Finding[] {
  const plain = commandFindings(view, false);
  if (depth >= DEEPEST) return plain;
  const block = bodyOfDo(view);
  const routine = bodyOfRoutine(view);
  if (block !== undefined) plain.push(...blockFindings(block, true, depth));
  if (routine !== undefined) plain.push(...blockFindings(routine, false, depth));
  const texts = executedTexts(view, false);
  return [...plain, ...texts.flatMap((text) => scriptFindings(text, depth + 1))];
}

function scriptFindings(sql: string, depth: number): Finding[] {
  return viewStatements(sql).flatMap((views) => views.flatMap((view) => statementFindings(view, depth)));
}
