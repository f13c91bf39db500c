import type { Pipeline } from '@basalt/postgres';
import type { RowChange } from '@basalt/postgres/replication';
import type { Identity } from '../../caller/identify-caller.ts';
import type { CallerContext } from '../../caller/request-context.ts';
import { callerSettings, runAsCaller } from '../../caller/run-as-caller.ts';
import type { FilterTerm } from './filters/parse-filter.ts';
import { rowTest } from './filters/test-row.ts';
import { NO_PRIMARY_KEY } from './records/change-data.ts';
import { type CheckedBinding, concerns, type Group } from './subscriptions.ts';
import { type TableForRole, tableKey } from './tables/read-tables.ts';
import { rowQuestion } from './tables/row-question.ts';

/** What one group gets of one change. */
export interface Decision {
  change: RowChange;
  group: Group;
  table: TableForRole;
  bindings: CheckedBinding[];
  /** Why it is told that something happened, but not what. */
  refusal: string | null;
}

/** Questions to the database that are under way at once, beside the requests of the project's other users. */
const AT_ONCE = 16;
const SETTINGS = callerSettings({
  searchPath: ['public', 'extensions'],
  sources: [new Map([['statement_timeout', '5s']])],
});

/** SQL that runs for a subscriber sees the request by which the Data API would be asked. */
export function subscriberContext(identity: Identity): CallerContext {
  return { ...identity, headersJson: '{}', cookiesJson: '{}', method: 'GET', path: '/websocket' };
}

/** Rows for one person that PostgreSQL decides about, with whom it concerns. */
interface Question {
  identity: Identity;
  table: TableForRole;
  terms: readonly FilterTerm[];
  checksSight: boolean;
  rows: Map<RowChange, Open[]>;
}

/** A binding that is not yet decided on. It counts when all of its questions are answered with yes. */
interface Open {
  decision: Decision;
  binding: CheckedBinding;
  left: number;
}

export interface BatchResult {
  decisions: readonly Decision[];
  /** Groups for which the database could not decide, with its words. */
  failures: ReadonlyMap<Group, string>;
}

/**
 * Decides who gets which changes of a batch. Whom a row concerns is asked once for each person, however many sockets and channels
 * he has; and the question is asked as that person, so that policies see what they see through the Data API.
 */
export async function decideBatch(
  pipeline: Pipeline,
  changes: readonly { change: RowChange; groups: readonly Group[] }[],
  tables: ReadonlyMap<string, TableForRole>,
): Promise<BatchResult> {
  const questions = new Map<string, Question>();
  const decisions: Decision[] = [];
  for (const { change, groups } of changes)
    for (const group of groups) {
      const { schema, name } = change.relation;
      const table = tables.get(tableKey({ schema, name, role: group.identity.role }));
      if (table === undefined) continue;
      const decision: Decision = { change, group, table, bindings: [], refusal: null };
      decisions.push(decision);
      for (const binding of group.bindings) consider(binding, decision, questions);
    }
  const failures = new Map<Group, string>();
  await inTurn([...questions.values()], async (question) => {
    try {
      await ask(pipeline, question);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      for (const opens of question.rows.values())
        for (const { decision } of opens) failures.set(decision.group, message);
    }
  });
  return { decisions: decisions.filter(({ bindings }) => bindings.length > 0), failures };
}

function consider(binding: CheckedBinding, decision: Decision, questions: Map<string, Question>): void {
  const { change, table, group } = decision;
  const { kind, relation } = change;
  if (binding.event !== '*' && binding.event !== kind) return;
  if (!concerns(binding, relation.schema, relation.name)) return;
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const left: FilterTerm[] = [];
  for (const term of binding.terms) {
    const column = columns.get(term.column);
    const value = column?.isReadable ? valueFor(change, term.column, table) : undefined;
    if (column === undefined || value === undefined) return;
    const test = rowTest(term, column);
    if (test === null) left.push(term);
    else if (test(value) !== true) return;
  }
  const isUnreadable = !table.columns.some(({ isReadable }) => isReadable);
  const checksSight = table.hasRowSecurity && !table.isExempt && kind !== 'DELETE' && !isUnreadable;
  if (checksSight && !table.columns.some(({ isKey }) => isKey)) {
    decision.refusal = NO_PRIMARY_KEY;
    decision.bindings.push(binding);
    return;
  }
  const open: Open = { decision, binding, left: 0 };
  if (checksSight) addQuestion(questions, { group, table, terms: [], checksSight }, open);
  if (left.length > 0) addQuestion(questions, { group, table, terms: left, checksSight: false }, open);
  if (open.left === 0) decision.bindings.push(binding);
}

function addQuestion(
  questions: Map<string, Question>,
  { group, table, terms, checksSight }: { group: Group } & Omit<Question, 'identity' | 'rows'>,
  open: Open,
): void {
  const { identity } = group;
  const person = checksSight ? identity.claimsJson : '';
  const key = JSON.stringify([table.schema, table.name, identity.role, person, terms]);
  const question = questions.get(key) ?? { identity, table, terms, checksSight, rows: new Map() };
  questions.set(key, question);
  const opens = question.rows.get(open.decision.change) ?? [];
  question.rows.set(open.decision.change, opens);
  opens.push(open);
  open.left += 1;
}

async function ask(
  pipeline: Pipeline,
  { identity, table, terms, checksSight, rows }: Question,
): Promise<void> {
  const asked = [...rows];
  const statement = rowQuestion(
    table,
    asked.map(([change], number) => ({
      number,
      value: (column) => valueFor(change, column, table) ?? null,
    })),
    { terms, checksSight },
  );
  const [result] = await runAsCaller(pipeline, subscriberContext(identity), {
    settings: SETTINGS,
    statements: [statement],
    readOnly: true,
    mayClaimsChange: true,
    pool: 'short',
    keep: null,
  });
  for (const [number] of result?.rows ?? [])
    for (const open of asked[Number(number?.toString())]?.[1] ?? []) {
      open.left -= 1;
      if (open.left === 0) open.decision.bindings.push(open.binding);
    }
}

/**
 * What a condition looks at: the row as it is now, of one that is gone what is sent of it. Undefined: it is not known, and nobody may
 * draw conclusions from it.
 */
function valueFor(change: RowChange, column: string, table: TableForRole): string | null | undefined {
  const { row, old, isOldWhole, relation } = change;
  const index = relation.columns.findIndex(({ name }) => name === column);
  if (index === -1) return undefined;
  if (row !== null) return row[index];
  const isKey = table.columns.some(({ name, isKey }) => isKey && name === column);
  return isKey || (isOldWhole && !table.hasRowSecurity) ? old?.[index] : undefined;
}

async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
}
