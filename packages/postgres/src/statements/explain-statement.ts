import { isFiller, tokenize, wordOf } from '@basalt/sql';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { withSetting } from '../connections/connection-target.ts';
import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import type { QueryResult } from '../queries/query-result.ts';
import { beginReadOnly, readOnlyTarget } from '../queries/read-only-query.ts';
import { collectAnswer, withSession } from '../queries/run-query.ts';
import { sendExtended, sendSimple } from '../queries/send-query.ts';
import type { JsonValue } from '../values/decode-value.ts';
import type { Session } from '../wire/session.ts';

/** A node of a plan, as EXPLAIN writes it as JSON. */
export type PlanJson = { readonly [key: string]: JsonValue };

const STATEMENT_TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;
export const PLAN_BYTES = 8 * 1024 * 1024;
const PREPARABLE = ['select', 'insert', 'update', 'delete', 'merge', 'values', 'with', 'table', '('];
/** Types that a literal may be written with, such as `date '2026-01-31'`: with a parameter in its place that is no SQL. */
const LITERAL_TYPES = [
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'interval',
  'uuid',
  'json',
  'jsonb',
];

/**
 * Plans a statement that was recorded with `$1`, `$2` in place of its values, for any values. It is prepared and never run, in a
 * read-only transaction, one statement over the extended protocol: nothing in the text can become another one.
 * @param target whose role decides what may be planned
 * @param asRole the role to become, where the target's may
 * @throws QueryError what PostgreSQL says about the text; 0A000 for one that has no plan
 */
export async function explainStatement(
  target: ConnectionTarget,
  text: string,
  asRole: string | null = null,
  signal?: AbortSignal,
): Promise<PlanJson> {
  if (!hasPlan(text)) throw noPlan();
  const options = { signal, statementTimeoutMs: STATEMENT_TIMEOUT_MS, maxBytes: PLAN_BYTES };
  const generic = withSetting(readOnlyTarget(target), 'plan_cache_mode', 'force_generic_plan');
  const result = await withSession(generic, text, options, async (session) => {
    await beginReadOnly(session);
    await sendPlan(session, text, asRole);
  });
  return readPlan(result);
}

/**
 * Prepares a statement as `basalt_explained` and asks for its plan; the answer is left to be read. The session must be in a
 * read-only transaction, and plan for any values.
 * @param asRole the role to become until the transaction ends, where the session's may
 */
export async function sendPlan(session: Session, text: string, asRole: string | null): Promise<void> {
  if (!hasPlan(text)) throw noPlan();
  if (asRole !== null) {
    sendExtended(session, "select pg_catalog.set_config('role', $1, true)", [asRole]);
    await collectAnswer(session, ANSWER_BYTES);
  }
  sendExtended(session, `prepare basalt_explained as ${withCasts(text)}`, []);
  await collectAnswer(session, ANSWER_BYTES);
  sendExtended(
    session,
    `select pg_catalog.cardinality(s.parameter_types) as count from pg_catalog.pg_prepared_statements s
     where s.name = 'basalt_explained'`,
    [],
  );
  const { rows } = await collectAnswer(session, ANSWER_BYTES);
  const count = Number(rows[0]?.count ?? 0);
  const values = Array.from({ length: count }, () => 'null').join(', ');
  sendSimple(
    session,
    `explain (verbose, format json) execute basalt_explained${count === 0 ? '' : ` (${values})`}`,
  );
}

/** The plan in the answer to `sendPlan`. @throws QueryError when there is none */
export function readPlan({ rows }: QueryResult): PlanJson {
  const plans = Object.values(rows[0] ?? {})[0];
  const plan = Array.isArray(plans) ? (plans[0] as { Plan?: PlanJson } | undefined)?.Plan : undefined;
  if (plan === undefined)
    throw new QueryError({ message: 'PostgreSQL gave no plan.', code: SQLSTATE.internal });
  return withoutOutput(plan);
}

function noPlan(): QueryError {
  const message = 'Only statements that read or write rows have a plan.';
  return new QueryError({ message, code: SQLSTATE.notSupported });
}

function hasPlan(text: string): boolean {
  const first = tokenize(text).find((token) => !isFiller(token));
  if (first === undefined) return false;
  return PREPARABLE.includes(wordOf(text, first) || text.slice(first.start, first.end));
}

/** `date $1` as `$1::date`. */
export function withCasts(text: string): string {
  const tokens = tokenize(text).filter((token) => !isFiller(token));
  let written = '';
  let from = 0;
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (next?.kind !== 'parameter' || !LITERAL_TYPES.includes(wordOf(text, token))) return;
    written += `${text.slice(from, token.start)}${text.slice(next.start, next.end)}::${wordOf(text, token)}`;
    from = next.end;
  });
  return written + text.slice(from);
}

/** The columns of each node would be most of a plan, and nobody reads them. */
function withoutOutput(plan: PlanJson): PlanJson {
  const { Output: _, Plans: children, ...rest } = plan;
  if (!Array.isArray(children)) return rest;
  return { ...rest, Plans: children.map((child) => withoutOutput(child as PlanJson)) };
}
