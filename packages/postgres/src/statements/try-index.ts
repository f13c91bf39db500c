import { randomBytes } from 'node:crypto';
import { quoteIdent } from '@basalt/sql';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { collectAnswer, withSession } from '../queries/run-query.ts';
import { sendExtended, sendSimple } from '../queries/send-query.ts';
import type { Session } from '../wire/session.ts';
import type { IndexAdvice } from './advise-indexes.ts';
import { PLAN_BYTES, type PlanJson, readPlan, sendPlan } from './explain-statement.ts';

/** What an index did to a plan. Costs are the planner's. */
export interface IndexTrial {
  readonly before: number;
  readonly after: number;
  readonly isUsed: boolean;
  /** How large the index was. */
  readonly bytes: number;
}

export interface TriedStatement {
  /** As it was recorded, with `$1`, `$2` in place of its values. */
  readonly text: string;
  /** The role to plan it as, where that is not the target's. */
  readonly asRole: string | null;
}

/** From beginning to end. Writes to the table wait no longer than this and the second that a server may take to stop. */
const TRIAL_MS = 23_000;
const ANSWER_BYTES = 64 * 1024;
/** PostgreSQL's code for what is not in the state that is needed. */
const CHANGED_LATELY = '55000';
// The transaction is never committed. Should nobody be there to end it, the server does.
const BEGIN = `begin; set local lock_timeout = '1s'; set local statement_timeout = '20s';
  set local idle_in_transaction_session_timeout = '10s'; set local plan_cache_mode = force_generic_plan`;
const FACTS = `select pg_catalog.pg_relation_size(c.oid)::pg_catalog.float8 as bytes, i.indcheckxmin as "isForLater"
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace join pg_catalog.pg_index i on i.indexrelid = c.oid
  where n.nspname = $1 and c.relname = $2`;

/**
 * Builds an index, plans a statement with and without it, and takes everything back. The statement is never run. Writes to the
 * table wait while the index is there.
 * @throws QueryError 55P03 when the table is in use, 57014 when it took too long, 42501 for somebody else's table, 55000 when
 * its values were changed a moment ago, and whatever PostgreSQL says about the text
 */
export async function tryIndex(
  target: ConnectionTarget,
  statement: TriedStatement,
  { schema, table, columns }: Pick<IndexAdvice, 'schema' | 'table' | 'columns'>,
  signal?: AbortSignal,
): Promise<IndexTrial> {
  const name = `basalt_trial_${randomBytes(8).toString('hex')}`;
  const stops = [AbortSignal.timeout(TRIAL_MS), ...(signal === undefined ? [] : [signal])];
  const options = { signal: AbortSignal.any(stops), maxBytes: PLAN_BYTES };
  let trial: IndexTrial | null = null;
  await withSession(target, statement.text, options, async (session) => {
    sendSimple(session, BEGIN);
    await collectAnswer(session, ANSWER_BYTES);
    const before = await planReadOnly(session, statement);
    const on = `${quoteIdent(schema)}.${quoteIdent(table)} (${columns.map(quoteIdent).join(', ')})`;
    sendExtended(session, `create index ${quoteIdent(name)} on ${on}`, []);
    await collectAnswer(session, ANSWER_BYTES);
    sendExtended(session, FACTS, [schema, name]);
    const { rows } = await collectAnswer(session, ANSWER_BYTES);
    // Somebody may still see old rows that are not in the index: only transactions that begin later would use it.
    if (rows[0]?.isForLater === true) throw changedLately();
    const after = await planReadOnly(session, statement);
    trial = {
      before: Number(before['Total Cost']),
      after: Number(after['Total Cost']),
      isUsed: usesIndex(after, name),
      bytes: Number(rows[0]?.bytes ?? 0),
    };
    sendSimple(session, 'rollback');
  });
  if (trial === null) throw new QueryError({ message: 'PostgreSQL gave no plan.', code: SQLSTATE.internal });
  return trial;
}

function changedLately(): QueryError {
  const message =
    'values of these columns were changed a moment ago, and while somebody may still read the old ones, no plan can be made with the index';
  return new QueryError({ message, code: CHANGED_LATELY });
}

/**
 * The planner calls functions that are said to be immutable: nothing that they do may last, and what cannot be taken back, such as
 * the next number of a sequence, is refused. The role and the settings that were changed for it are as they were afterwards.
 */
async function planReadOnly(session: Session, { text, asRole }: TriedStatement): Promise<PlanJson> {
  sendSimple(session, 'savepoint basalt_plan; set transaction read only');
  await collectAnswer(session, ANSWER_BYTES);
  await sendPlan(session, text, asRole);
  const plan = readPlan(await collectAnswer(session, PLAN_BYTES));
  // A statement that stays prepared could keep the plan that it had before.
  sendSimple(session, 'rollback to savepoint basalt_plan; deallocate basalt_explained');
  await collectAnswer(session, ANSWER_BYTES);
  return plan;
}

function usesIndex(plan: PlanJson, name: string): boolean {
  if (plan['Index Name'] === name) return true;
  const children = Array.isArray(plan.Plans) ? (plan.Plans as PlanJson[]) : [];
  return children.some((child) => usesIndex(child, name));
}
