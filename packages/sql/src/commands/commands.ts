import { isMark, nextOnLevel, type StatementView } from '../text/statement-view.ts';
import { readWith } from './with-queries.ts';

/** A verb that begins a command inside a statement: the statement's own, that of a query in WITH, of EXPLAIN, … */
export interface Command {
  /** Lower case; '' when the command begins with no plain word. */
  readonly verb: string;
  /** Index of its token. */
  readonly at: number;
  /** False when it is only explained. */
  readonly runs: boolean;
}

const IN_WITH: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'merge', 'with']);
/** In a PL/pgSQL block a command may begin behind these words. */
const BLOCK_LEADERS: ReadonlySet<string> = new Set([
  'begin',
  'declare',
  'else',
  'for',
  'in',
  'loop',
  'query',
  'then',
]);

const OFF: ReadonlySet<string> = new Set(['false', 'off', '0', "'false'", "'off'", "'0'"]);

function textAt(view: StatementView, at: number): string {
  const token = view.tokens[at];
  return token === undefined ? '' : view.sql.slice(token.start, token.end).toLowerCase();
}

function isAnalyze(word: string | undefined): boolean {
  return word === 'analyze' || word === 'analyse';
}

/** Behind EXPLAIN and its options; `analyze` says whether the command is carried out. */
function skipExplain(view: StatementView, at: number): { next: number; analyze: boolean } {
  let next = at + 1;
  let analyze = false;
  if (isMark(view, next, '(')) {
    const end = nextOnLevel(view, next);
    for (let index = next; index < end; index += 1) {
      if (isAnalyze(view.words[index])) analyze = !OFF.has(textAt(view, index + 1));
    }
    return { next: end, analyze };
  }
  while (isAnalyze(view.words[next]) || view.words[next] === 'verbose') {
    analyze ||= isAnalyze(view.words[next]);
    next += 1;
  }
  return { next, analyze };
}

function skipPrepare(view: StatementView, at: number): number {
  const types = at + 2;
  const as = isMark(view, types, '(') ? nextOnLevel(view, types) : types;
  return view.words[as] === 'as' ? as + 1 : view.tokens.length;
}

function commandAt(view: StatementView, start: number): Command | null {
  let at = start;
  let runs = true;
  while (at < view.tokens.length) {
    const word = view.words[at] ?? '';
    if (isMark(view, at, '(')) {
      at += 1;
    } else if (word === 'with') {
      const clause = readWith(view, at);
      if (clause === null) return null;
      at = clause.main;
    } else if (word === 'explain') {
      const { next, analyze } = skipExplain(view, at);
      runs &&= analyze;
      at = next;
    } else if (word === 'prepare' && view.words[at + 1] !== 'transaction') {
      at = skipPrepare(view, at);
    } else if (word === 'copy' && isMark(view, at + 1, '(')) {
      at += 1;
    } else {
      return { verb: word, at, runs };
    }
  }
  return null;
}

/** `as (`, `as materialized (`, `as not materialized (`: the token behind the bracket, or -1. */
function queryBehindAs(view: StatementView, as: number): number {
  let at = as + 1;
  if (view.words[at] === 'not') at += 1;
  if (view.words[at] === 'materialized') at += 1;
  return isMark(view, at, '(') && IN_WITH.has(view.words[at + 1] ?? '') ? at + 1 : -1;
}

function startsBehind(view: StatementView, index: number): boolean {
  return BLOCK_LEADERS.has(view.words[index] ?? '') || textAt(view, index) === '>>';
}

/**
 * The commands of a statement in the order of their verbs. With `isBlock` the statement is a stretch of a PL/pgSQL
 * block up to a semicolon, in which commands also begin behind THEN, LOOP, RETURN QUERY and the like.
 */
export function commandsOf(view: StatementView, isBlock: boolean): Command[] {
  const commands = new Map<number, Command>();
  const start = (at: number) => {
    const command = at < 0 ? null : commandAt(view, at);
    // What is explained first stays explained, whichever way leads to it.
    if (command !== null && !commands.has(command.at)) commands.set(command.at, command);
  };
  start(0);
  const explained = [...commands.values()].some(({ runs }) => !runs);
  for (let index = 0; index < view.tokens.length; index += 1) {
    if (view.words[index] === 'as') start(queryBehindAs(view, index));
    if (isBlock && startsBehind(view, index)) start(index + 1);
  }
  const all = [...commands.values()].sort((a, b) => a.at - b.at);
  return explained ? all.map((command) => ({ ...command, runs: false })) : all;
}
