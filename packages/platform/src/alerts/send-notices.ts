import { sql } from 'kysely';
import type { AlertNoticeRow } from '../kernel/schema.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { type Delivery, type DeliveryDependencies, deliver } from './deliver.ts';
import { deliverWarning } from './deliver-warning.ts';

const TURNS = { parallel: 4, turnMs: 30_000 };
const AT_ONCE = 50;
/** No attempt takes longer: after so many seconds it is known to have been cut off. */
const LONGEST_S = 120;
/** Before the second attempt and those after it. After the last one it has failed. */
const PAUSES_MS: readonly number[] = [10_000, 60_000, 300_000, 1_800_000];

/**
 * Tells what is due. An attempt is written down before it is made: after a kill in the middle of one the next comes two minutes later, so
 * that a notice comes twice at worst, with the same id, and never not at all.
 */
export async function sendNotices(
  dependencies: DeliveryDependencies,
  pauses: readonly number[] = PAUSES_MS,
): Promise<void> {
  const { db } = dependencies;
  const due = await db
    .selectFrom('alert_notices as notice')
    .select('notice.id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`now()`)
    // That it is over is told after that it began.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_notices as first')
            .select('first.id')
            .whereRef('first.event_id', '=', 'notice.event_id')
            .whereRef('first.target', '=', 'notice.target')
            .whereRef('first.id', '<', 'notice.id')
            .where('first.state', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('due_at')
    .limit(AT_ONCE)
    .execute();
  await takeTurns(due, TURNS, ({ id }) =>
    attempt(dependencies, id, pauses).catch((error: unknown) =>
      dependencies.log('error', { err: error }, 'a notice of an alert could not be sent'),
    ),
  );
}

async function attempt(dependencies: DeliveryDependencies, id: number, pauses: readonly number[]) {
  const { db } = dependencies;
  const taken = await db
    .updateTable('alert_notices')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      due_at: sql<Date>`now() + make_interval(secs => ${LONGEST_S}::float8)`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  if (taken === undefined) return;
  const delivery = await tell(dependencies, taken);
  if (delivery === null) return;
  const { problem, ...end } = delivery;
  const pause = pauses[taken.attempts - 1];
  const isLast = 'final' in end && (end.final || pause === undefined);
  await db
    .updateTable('alert_notices')
    .set({
      problem,
      due_at: sql<Date>`now() + make_interval(secs => ${(pause ?? 0) / 1_000}::float8)`,
      ...(problem === null ? { state: 'sent' as const, sent_at: sql<Date>`now()` } : {}),
      ...(isLast ? { state: 'failed' as const } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Null: what it is about is gone. */
function tell(dependencies: DeliveryDependencies, notice: AlertNoticeRow): Promise<Delivery | null> {
  return notice.budget_warning_id === null
    ? tellEvent(dependencies, notice, notice.event_id ?? 0)
    : tellWarning(dependencies, notice, notice.budget_warning_id);
}

async function tellWarning(
  dependencies: DeliveryDependencies,
  { target }: AlertNoticeRow,
  warningId: number,
): Promise<Delivery | null> {
  const warning = await dependencies.db
    .selectFrom('usage_budget_warnings as warning')
    .innerJoin('usage_budgets as budget', 'budget.id', 'warning.budget_id')
    .innerJoin('organizations as organization', 'organization.id', 'budget.organization_id')
    .select(['organization.slug', 'organization.name', 'budget.figure', 'budget.amount'])
    .select(['warning.share', 'warning.value', sql<string>`warning.period::text`.as('period')])
    .where('warning.id', '=', warningId)
    .executeTakeFirst();
  if (warning === undefined) return null;
  const { slug, name, ...rest } = warning;
  return await deliverWarning(dependencies, { organization: { slug, name }, ...rest }, target);
}

async function tellEvent(
  dependencies: DeliveryDependencies,
  taken: AlertNoticeRow,
  eventId: number,
): Promise<Delivery | null> {
  const found = await dependencies.db
    .selectFrom('alert_events as event')
    .innerJoin('alert_rules as rule', 'rule.id', 'event.rule_id')
    .innerJoin('projects as project', 'project.id', 'rule.project_id')
    .selectAll('rule')
    .select([
      'project.ref',
      'project.name as project_name',
      'event.fired_at',
      'event.fired_value',
      'event.resolved_at',
      'event.resolved_value',
      'event.resolution',
    ])
    .where('event.id', '=', eventId)
    .where('project.removed_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { ref, project_name, fired_at, fired_value, resolved_at, resolved_value, resolution, ...rule } =
    found;
  const isOver = taken.kind === 'resolved';
  return await deliver(dependencies, {
    kind: taken.kind,
    rule,
    project: { ref, name: project_name },
    channel: taken.channel,
    target: taken.target,
    id: `alert_${eventId}_${taken.kind}`,
    value: isOver ? resolved_value : fired_value,
    firedAt: fired_at,
    resolvedAt: isOver ? resolved_at : null,
    resolution: isOver ? resolution : null,
  });
}
