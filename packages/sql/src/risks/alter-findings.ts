import { type QualifiedName, readName } from '../text/qualified-name.ts';
import { endAround, isMark, nextOnLevel, type StatementView } from '../text/statement-view.ts';
import { skipNameModifiers } from './drop-subject.ts';
import type { Finding } from './risk.ts';

interface Target {
  readonly kind: 'table' | 'type' | 'database';
  readonly name: QualifiedName;
}

function targetOf(view: StatementView, alter: number): Target | null {
  const at = view.words[alter + 1] === 'foreign' ? alter + 2 : alter + 1;
  const kind = view.words[at];
  if (kind !== 'table' && kind !== 'type' && kind !== 'database') return null;
  const name = readName(view, skipNameModifiers(view, at + 1));
  return name === null ? null : { kind, name };
}

function textAt(view: StatementView, at: number): string {
  const token = view.tokens[at];
  return token === undefined ? '' : view.sql.slice(token.start, token.end).toLowerCase();
}

/** The first token of every action: `alter table t ACTION, ACTION`. */
function* actionsOf(view: StatementView, from: number): Generator<number> {
  const end = endAround(view, from - 1);
  let isStart = true;
  for (let at = from; at < end; at = nextOnLevel(view, at)) {
    if (isStart && textAt(view, at) === '*') continue;
    if (isStart) yield at;
    isStart = isMark(view, at, ',');
  }
}

/** The name behind `drop [column | attribute] [if exists]`; null for `drop constraint` and for other actions. */
function droppedPart(view: StatementView, action: number): QualifiedName | null {
  if (view.words[action] !== 'drop' || view.words[action + 1] === 'constraint') return null;
  const word = view.words[action + 1];
  const named = word === 'column' || word === 'attribute';
  // `alter table t drop attribute` drops a column of that name.
  const isKeyword =
    named &&
    readName(view, action + 2) !== null &&
    !/^(cascade|restrict)$/.test(view.words[action + 2] ?? '');
  return readName(view, skipNameModifiers(view, action + (isKeyword ? 2 : 1)));
}

const FALSE_TEXT: ReadonlySet<string> = new Set(['false', 'off', 'no', "'false'", "'off'", "'no'", "'0'"]);

/** Whether nobody can connect afterwards: `connection limit 0`, `allow_connections false`. */
function locksOut(view: StatementView, from: number): boolean {
  for (let at = from; at < view.tokens.length; at += 1) {
    const word = view.words[at];
    const isLimit = word === 'connection_limit' || (word === 'limit' && view.words[at - 1] === 'connection');
    if (!isLimit && word !== 'allow_connections') continue;
    let value = at + 1;
    while (/^[=+-]$/.test(textAt(view, value))) value += 1;
    const text = textAt(view, value);
    if (view.tokens[value]?.kind === 'number' ? Number(text) === 0 : !isLimit && FALSE_TEXT.has(text))
      return true;
  }
  return false;
}

/** What an ALTER at this token takes away. */
export function alterFindings(view: StatementView, alter: number): Finding[] {
  const target = targetOf(view, alter);
  if (target === null) return [];
  const { kind, name } = target;
  if (kind === 'database') {
    return locksOut(view, name.next) ? [{ kind: 'database-lockout', subject: name.text }] : [];
  }
  const findings: Finding[] = [];
  for (const action of actionsOf(view, name.next)) {
    const dropped = droppedPart(view, action);
    if (dropped !== null) findings.push({ kind: 'drop-column', subject: `${name.text}.${dropped.text}` });
  }
  return findings;
}
