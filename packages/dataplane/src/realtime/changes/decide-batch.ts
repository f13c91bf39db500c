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
  /** Who waits for the answer. */
  shares: Set<Share>;
}

/** What becomes known of one group. */
interface Share {
  group: Group;
  /** In the order of the changes. */
  decisions: Decision[];
  /** Questions that are not answered. */
  left: number;
  failure: string | null;
}

/** A binding that is not yet decided on. It counts when all of its questions are answered with yes. */
interface Open {
  decision: Decision;
  binding: CheckedBinding;
  left: number;
}

export interface BatchEvents {
  /**
   * All is known of one group. Called once for each, as soon as that is so.
   * @param decisions what it gets, in the order of the changes
   * @param failure the database's words if it could not decide about some of them
   */
  decided(group: Group, decisions: readonly Decision[], failure: string | null): void;
}

/**
 * Decides who gets which changes of a batch. Whom a row concerns is asked once for each person, however many sockets and channels
 * he has; and the question is asked as that person, so that policies see what they see through the Data API. Nobody waits for the
 * answers to others' questions.
 * @returns settled when all is known
 */
export async function decideBatch(
  pipeline: Pipeline,
  changes: readonly { change: RowChange; groups: readonly Group[] }[],
  tables: ReadonlyMap<string, TableForRole>,
  { decided }: BatchEvents,
): Promise<void> {
  const questions = new Map<string, Question>();
  const shares = new Map<Group, Share>();
  for (const { change, groups } of changes)
    for (const group of groups) {
      const { schema, name } = change.relation;
      const table = tables.get(tableKey({ schema, name, role: group.identity.role }));
      if (table === undefined) continue;
      const share = shares.get(group) ?? { group, decisions: [], left: 0, failure: null };
      shares.set(group, share);
      const decision: Decision = { change, group, table, bindings: [], refusal: null };
      share.decisions.push(decision);
      for (const binding of group.bindings) consider(binding, decision, { share, questions });
    }
  const tell = ({ group, decisions, failure }: Share) =>
    decided(
      group,
      decisions.filter(({ bindings }) => bindings.length > 0),
      failure,
    );
  for (const share of shares.values()) if (share.left === 0) tell(share);
  await inTurn([...questions.values()], async (question) => {
    const failure = await ask(pipeline, question).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    for (const share of question.shares) {
      share.left -= 1;
      share.failure ??= failure;
      if (share.left === 0) tell(share);
    }
  });
}

/** Where what must be asked about a binding goes. */
interface Asking {
  share: Share;
  questions: Map<string, Question>;
}

function consider(binding: CheckedBinding, decision: Decision, asking: Asking): void {
  const { change, table } = decision;
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
  if (checksSight) addQuestion(asking, { table, terms: [], checksSight }, open);
  if (left.length > 0) addQuestion(asking, { table, terms: left, checksSight: false }, open);
  if (open.left === 0) decision.bindings.push(binding);
}

function addQuestion(
  { share, questions }: Asking,
  { table, terms, checksSight }: Pick<Question, 'table' | 'terms' | 'checksSight'>,
  open: Open,
): void {
  const { identity } = share.group;
  const person = checksSight ? identity.claimsJson : '';
  const key = JSON.stringify([table.schema, table.name, identity.role, person, terms]);
  let question = questions.get(key);
  if (question === undefined) {
    question = { identity, table, terms, checksSight, rows: new Map(), shares: new Set() };
    questions.set(key, question);
  }
  if (!question.shares.has(share)) share.left += 1;
  question.shares.add(share);
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
