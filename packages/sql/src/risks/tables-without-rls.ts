import { type QualifiedName, readName } from '../text/qualified-name.ts';
import { isMark, nextOnLevel, type StatementView, viewStatements } from '../text/statement-view.ts';
import { isFiller, isPunctuation, type Token } from '../text/token.ts';
import { tokenize } from '../text/tokens.ts';
import { skipNameModifiers } from './drop-subject.ts';

/** The script with its last statement ended, ready for more. */
function ended(sql: string, tokens: readonly Token[]): string {
  const last = tokens.findLast(({ kind }) => kind !== 'whitespace');
  const text = sql.slice(0, last?.end);
  const lastMeaning = tokens.findLast((token) => !isFiller(token));
  if (isPunctuation(sql, lastMeaning, ';')) return text;
  // Behind a comment a semicolon would be part of it.
  return last !== undefined && isFiller(last) ? `${text}\n;` : `${text};`;
}

/**
 * The script with `alter table … enable row level security;` appended for every table that it creates without. A
 * script that ends inside an open quote or comment stays as it is: nothing can be appended to it.
 */
export function enableRlsStatements(sql: string): string {
  const tables = tablesWithoutRls(viewStatements(sql));
  const tokens = tokenize(sql);
  if (tables.length === 0 || tokens.at(-1)?.terminated === false) return sql;
  const statements = tables.map(({ name }) => `alter table ${name} enable row level security;`);
  return `${ended(sql, tokens)}\n\n${statements.join('\n')}\n`;
}

/** A table that a script creates and leaves without row level security. */
export interface OpenTable {
  /** As SQL, such as `public."My table"`. */
  readonly name: string;
  /** 0-based number of the statement that creates it. */
  readonly statement: number;
}

const TEMPORARY: ReadonlySet<string> = new Set(['temp', 'temporary']);
const BEFORE_TABLE: ReadonlySet<string> = new Set(['global', 'local', 'unlogged', 'temp', 'temporary']);

function createdTable(view: StatementView): QualifiedName | null {
  if (view.words[0] !== 'create') return null;
  let at = 1;
  while (BEFORE_TABLE.has(view.words[at] ?? '')) {
    // A temporary table ends with its session, which nobody else can look into.
    if (TEMPORARY.has(view.words[at] ?? '')) return null;
    at += 1;
  }
  if (view.words[at] !== 'table') return null;
  const name = readName(view, skipNameModifiers(view, at + 1));
  return name?.parts.at(-2) === 'pg_temp' ? null : name;
}

type Security = { readonly table: QualifiedName; readonly isOn: boolean } | null;

/** The last word of an ALTER TABLE on row level security. */
function changedSecurity(view: StatementView): Security {
  if (view.words[0] !== 'alter' || view.words[1] !== 'table') return null;
  const table = readName(view, skipNameModifiers(view, 2));
  if (table === null) return null;
  let isOn: boolean | null = null;
  for (let at = table.next; at < view.tokens.length; at = nextOnLevel(view, at)) {
    const isAction = at === table.next || isMark(view, at - 1, ',');
    if (!isAction || view.words.slice(at + 1, at + 4).join(' ') !== 'row level security') continue;
    if (view.words[at] === 'enable') isOn = true;
    if (view.words[at] === 'disable') isOn = false;
  }
  return isOn === null ? null : { table, isOn };
}

function droppedTables(view: StatementView): QualifiedName[] {
  if (view.words[0] !== 'drop' || view.words[1] !== 'table') return [];
  const names: QualifiedName[] = [];
  for (let at = skipNameModifiers(view, 2); ; ) {
    const name = readName(view, at);
    if (name === null) return names;
    names.push(name);
    if (!isMark(view, name.next, ',')) return names;
    at = name.next + 1;
  }
}

/** `t` and `public.t` are taken for the same table: public is where tables are made unless a script says otherwise. */
function keyOf({ parts }: QualifiedName): string {
  return JSON.stringify([parts.at(-2) ?? 'public', parts.at(-1)]);
}

/**
 * The tables a script creates without ENABLE ROW LEVEL SECURITY behind it, in order. Only the script's own statements
 * count, not the bodies of functions and DO blocks.
 */
export function tablesWithoutRls(script: readonly (readonly StatementView[])[]): OpenTable[] {
  const created = new Map<string, OpenTable>();
  const secured = new Set<string>();
  for (const [statement, views] of script.entries()) {
    for (const view of views) {
      const table = createdTable(view);
      if (table !== null && !created.has(keyOf(table))) {
        created.set(keyOf(table), { name: table.text, statement });
      }
      for (const dropped of droppedTables(view)) {
        created.delete(keyOf(dropped));
        secured.delete(keyOf(dropped));
      }
      const change = changedSecurity(view);
      if (change?.isOn === true && created.has(keyOf(change.table))) secured.add(keyOf(change.table));
      if (change?.isOn === false) secured.delete(keyOf(change.table));
    }
  }
  return [...created].flatMap(([key, table]) => (secured.has(key) ? [] : [table]));
}
