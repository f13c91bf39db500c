import { type AlertEvent, type AlertRule, HISTORY_PAGE } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import type { AlertRuleRow } from '../kernel/schema.ts';
import { may } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';

/** @throws PlatformError `not_found` for somebody who cannot open the project */
export async function listRules(
  { db, mailer }: Pick<Dependencies, 'db' | 'mailer'>,
  actor: Actor,
  ref: string,
): Promise<{ rules: AlertRule[]; can_send_mail: boolean }> {
  const { project, role } = await getProject(db, actor, ref);
  const rows = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return {
    rules: await presentRules(db, rows, may('manage_alerts', role)),
    can_send_mail: mailer !== null,
  };
}

/** @param isWhole whether all of a webhook's address is told */
export async function presentRules(
  db: Database,
  rows: readonly AlertRuleRow[],
  isWhole: boolean,
): Promise<AlertRule[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const newest = await db
    .selectFrom('alert_events')
    .distinctOn('rule_id')
    .selectAll()
    .where('rule_id', 'in', ids)
    .orderBy('rule_id')
    .orderBy('id', 'desc')
    .execute();
  const notices = await db
    .selectFrom('alert_notices')
    .innerJoin('alert_events', 'alert_events.id', 'alert_notices.event_id')
    .distinctOn('alert_events.rule_id')
    .select(['alert_events.rule_id', 'alert_notices.problem'])
    .where('alert_events.rule_id', 'in', ids)
    .where('alert_notices.attempts', '>', 0)
    .orderBy('alert_events.rule_id')
    .orderBy('alert_notices.id', 'desc')
    .execute();
  return rows.map((row) => {
    const event = newest.find(({ rule_id }) => rule_id === row.id);
    const { id, name, metric, comparison, threshold, minutes, channel, mail_to, is_paused } = row;
    return {
      ...{ id, name, metric, comparison, threshold, minutes, channel, mail_to, is_paused },
      webhook_url: row.webhook_url === null ? null : shown(row.webhook_url, isWhole),
      created_at: row.created_at.toISOString(),
      firing_since: event?.resolved_at === null ? event.fired_at.toISOString() : null,
      last_fired_at: event?.fired_at.toISOString() ?? null,
      problem: notices.find(({ rule_id }) => rule_id === row.id)?.problem ?? null,
    };
  });
}

/** The path of an address is often all that protects what is behind it. */
function shown(target: string, isWhole: boolean): string {
  return isWhole || !URL.canParse(target) ? target : new URL(target).origin;
}

/** What rules have fired, the newest first. @throws PlatformError `not_found` for somebody who cannot open the project */
export async function listEvents(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  { ref, rule, before }: { ref: string; rule?: string | undefined; before?: number | undefined },
): Promise<{ events: AlertEvent[]; has_more: boolean }> {
  const { project, role } = await getProject(db, actor, ref);
  const rows = await db
    .selectFrom('alert_events as event')
    .innerJoin('alert_rules as rule', 'rule.id', 'event.rule_id')
    .selectAll('event')
    .select(['rule.name', 'rule.metric'])
    .where('rule.project_id', '=', project.id)
    .$if(rule !== undefined, (query) => query.where('rule.id', '=', rule ?? ''))
    .$if(before !== undefined, (query) => query.where('event.id', '<', before ?? 0))
    .orderBy('event.id', 'desc')
    .limit(HISTORY_PAGE + 1)
    .execute();
  const page = rows.slice(0, HISTORY_PAGE);
  const notices =
    page.length === 0
      ? []
      : await db
          .selectFrom('alert_notices')
          .selectAll()
          .where(
            'event_id',
            'in',
            page.map(({ id }) => id),
          )
          .orderBy('id')
          .execute();
  const isWhole = may('manage_alerts', role);
  return {
    events: page.map((row) => ({
      id: row.id,
      rule: { id: row.rule_id, name: row.name, metric: row.metric },
      fired_at: row.fired_at.toISOString(),
      fired_value: row.fired_value,
      resolved_at: row.resolved_at?.toISOString() ?? null,
      resolved_value: row.resolved_value,
      resolution: row.resolution,
      notices: notices
        .filter(({ event_id }) => event_id === row.id)
        .map(({ kind, channel, target, state, sent_at, problem }) => ({
          ...{ kind, channel, state, problem },
          target: channel === 'webhook' ? shown(target, isWhole) : target,
          sent_at: sent_at?.toISOString() ?? null,
        })),
    })),
    has_more: rows.length > page.length,
  };
}
