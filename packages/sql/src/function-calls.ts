import { commandsOf } from './commands.ts';
import { isGrammarWord, leadsExpression } from './expression-words.ts';
import { namesInGrammar } from './names-in-grammar.ts';
import { type QualifiedName, readName } from './qualified-name.ts';
import { isMark, type StatementView } from './statement-view.ts';
import { isString } from './token.ts';
import { isWordPair } from './word-pairs.ts';

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
