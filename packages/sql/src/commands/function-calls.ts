import { type QualifiedName, readName } from '../text/qualified-name.ts';
import { RESERVED_WORDS } from '../text/reserved-words.ts';
import { isMark, type StatementView } from '../text/statement-view.ts';
import { isString } from '../text/token.ts';
import { commandsOf } from './commands.ts';
import { readWith } from './with-queries.ts';
import { isWordPair } from './word-pairs.ts';

const INDEX_METHODS: ReadonlySet<string> = new Set([
  'bloom',
  'brin',
  'btree',
  'gin',
  'gist',
  'hash',
  'hnsw',
  'ivfflat',
  'spgist',
]);

/** The table of `create index … on [only] t (…)`. */
function indexedTable(view: StatementView): number {
  const isIndex = view.words[0] === 'create' && view.words.slice(1, 3).includes('index');
  return isIndex ? view.words.indexOf('on') + 1 : -1;
}

/**
 * The places of names that a bracket follows although nothing is called: queries of WITH and, where the statement
 * defines something, an indexed table and the methods of indexes.
 */
function namesInGrammar(view: StatementView, isQuery: boolean): ReadonlySet<number> {
  const names = new Set<number>();
  for (const [at, word] of view.words.entries()) {
    if (word === 'with') {
      const clause = readWith(view, at);
      for (const name of [...(clause?.names ?? []), ...(clause?.materialized ?? [])]) names.add(name);
    }
    if (!isQuery && word === 'using' && INDEX_METHODS.has(view.words[at + 1] ?? '')) names.add(at + 1);
  }
  if (!isQuery) names.add(indexedTable(view));
  return names;
}

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
function isGrammarWord(word: string): boolean {
  return RESERVED_WORDS.has(word) && !CALLABLE.has(word);
}

/** Words behind which an expression may begin. Behind any other name, `x (` is an alias, a type or an object. */
function leadsExpression(word: string): boolean {
  return RESERVED_WORDS.has(word) || LEADING.has(word);
}

const READS: ReadonlySet<string> = new Set(['select', 'values', 'table']);
/** Statements that name functions and columns but call nothing. */
const CALLS_NOTHING: ReadonlySet<string> = new Set(
  `analyse analyze comment deallocate discard drop grant listen lock notify reassign reset revoke security set show
  unlisten vacuum`.split(/\s+/),
);
/** Behind these words stands the name of a relation, a type or an alias. */
const BEFORE_NAME: ReadonlySet<string> = new Set(['as', 'into', 'only', 'references', 'table']);

function openerOf(view: StatementView, closer: number): number {
  return view.closing[closer - 1] === closer ? closer - 1 : (view.parent[closer - 1] ?? -1);
}

/** Behind `)` a name and a bracket are an alias, save where the grammar has an expression there. */
function isCallBehindBracket(view: StatementView, closer: number): boolean {
  const before = view.words[openerOf(view, closer) - 1];
  return before === 'operator' || before === 'on' || before === 'with';
}

function isBehindIfExists(view: StatementView, at: number): boolean {
  const [first, second, third] = view.words.slice(Math.max(0, at - 3), at);
  return third === 'exists' && (second === 'if' || (second === 'not' && first === 'if'));
}

function isCallBehind(view: StatementView, at: number): boolean {
  const previous = view.tokens[at - 1];
  if (previous === undefined) return false;
  if (isString(previous) || ['number', 'parameter', 'quoted-identifier'].includes(previous.kind))
    return false;
  if (isMark(view, at - 1, ']') || isMark(view, at - 1, '::')) return false;
  if (isMark(view, at - 1, ')')) return isCallBehindBracket(view, at - 1);
  if (previous.kind !== 'word') return true;
  const word = view.words[at - 1] ?? '';
  return !BEFORE_NAME.has(word) && !isBehindIfExists(view, at) && leadsExpression(word);
}

/** The functions a statement calls, in the order of their names. */
export function functionCalls(view: StatementView): QualifiedName[] {
  if (CALLS_NOTHING.has(view.words[0] ?? '')) return [];
  const commands = commandsOf(view, false);
  const isQuery = commands.length > 0 && commands.every(({ verb }) => READS.has(verb));
  const names = namesInGrammar(view, isQuery);
  const calls: QualifiedName[] = [];
  for (let at = 0; at < view.tokens.length; ) {
    const name = readName(view, at);
    if (name !== null && isMark(view, name.next, '(')) {
      const word = name.next === at + 1 ? (view.words[at] ?? '') : '';
      const isGrammar = word !== '' && (isGrammarWord(word) || isWordPair(view, at, isQuery));
      if (!isGrammar && !names.has(at) && isCallBehind(view, at)) calls.push(name);
    }
    at = name?.next ?? at + 1;
  }
  return calls;
}
