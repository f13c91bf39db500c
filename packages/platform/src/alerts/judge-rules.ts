import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { AlertRuleRow, ProjectRow } from '../kernel/schema.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { ACTIVE_STATUSES } from '../projects/transitions.ts';
import { judge, type Verdict } from './judge.ts';
import { measure } from './measure.ts';

const TURNS = { parallel: 4, turnMs: 10_000 };

export type AlertDependencies = Pick<Dependencies, 'db' | 'requestLog' | 'log'>;

/**
 * Judges all rules of running projects by the last full minutes, and writes down what has fired and what is over. Nothing is remembered
 * between two calls but what is written, so a process that is killed leaves nothing half done.
 * @param to a full minute, milliseconds since 1970
 */
export async function judgeRules(dependencies: AlertDependencies, to: number): Promise<void> {
  const { db, log } = dependencies;
  const rules = await db
    .selectFrom('alert_rules')
    .innerJoin('projects', 'projects.id', 'alert_rules.project_id')
    .selectAll('alert_rules')
    .where('is_paused', '=', false)
    .where('projects.status', 'in', ACTIVE_STATUSES)
    .where('projects.removed_at', 'is', null)
    .execute();
  if (rules.length === 0) return;
  const ids = [...new Set(rules.map(({ project_id }) => project_id))];
  const projects = await db.selectFrom('projects').selectAll().where('id', 'in', ids).execute();
  await takeTurns(projects, TURNS, (project) =>
    judgeProject(
      dependencies,
      project,
      rules.filter(({ project_id }) => project_id === project.id),
      to,
    ).catch((error: unknown) =>
      log('warn', { ref: project.ref, err: error }, 'the alerts of a project could not be judged'),
    ),
  );
}

async function judgeProject(
  dependencies: AlertDependencies,
  project: ProjectRow,
  rules: readonly AlertRuleRow[],
  to: number,
): Promise<void> {
  const minutes = Math.max(...rules.map((rule) => rule.minutes));
  const metrics = new Set(rules.map(({ metric }) => metric));
  const points = await measure(dependencies, project, metrics, { to, minutes });
  for (const rule of rules) {
    const verdict = judge(points.get(rule.metric) ?? [], rule);
    if (verdict.is !== 'unknown') await apply(dependencies.db, rule, verdict);
  }
}

/** Fires a rule that is broken and was not, or ends what it has fired; whoever is to know of it is written down with it. */
async function apply(db: Database, judged: AlertRuleRow, verdict: Exclude<Verdict, { is: 'unknown' }>) {
  await db.transaction().execute(async (transaction) => {
    // Somebody may change, pause or delete it meanwhile.
    const rule = await transaction
      .selectFrom('alert_rules')
      .selectAll()
      .where('id', '=', judged.id)
      .forUpdate()
      .executeTakeFirst();
    if (rule === undefined || rule.is_paused || isOther(rule, judged)) return;
    if (verdict.is === 'kept') return await endEvent(transaction, rule.id, 'measured', verdict.value);
    const event = await transaction
      .insertInto('alert_events')
      .values({ rule_id: rule.id, fired_value: verdict.value })
      .onConflict((conflict) => conflict.column('rule_id').where('resolved_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (event === undefined) return;
    const { channel } = rule;
    const targets = channel === 'mail' ? rule.mail_to : [rule.webhook_url ?? ''];
    await transaction
      .insertInto('alert_notices')
      .values(targets.map((target) => ({ event_id: event.id, kind: 'fired' as const, channel, target })))
      .execute();
  });
}

/** Whether a rule asks something else than another version of it. */
export function isOther(rule: AlertRuleRow, before: AlertRuleRow): boolean {
  return (['metric', 'comparison', 'threshold', 'minutes'] as const).some(
    (each) => rule[each] !== before[each],
  );
}

/** Ends what a rule has fired, if it has. Whoever was to know that it fired is to know this too. */
export async function endEvent(
  transaction: Transaction,
  ruleId: string,
  resolution: 'measured' | 'paused' | 'changed',
  value: number | null,
): Promise<void> {
  const event = await transaction
    .updateTable('alert_events')
    .set({ resolved_at: sql<Date>`now()`, resolution, resolved_value: value })
    .where('rule_id', '=', ruleId)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (event === undefined) return;
  await transaction
    .insertInto('alert_notices')
    .columns(['event_id', 'kind', 'channel', 'target'])
    .expression((eb) =>
      eb
        .selectFrom('alert_notices')
        .select(['event_id', sql<'resolved'>`'resolved'`.as('kind'), 'channel', 'target'])
        .where('event_id', '=', event.id)
        .where('kind', '=', 'fired'),
    )
    .execute();
}
