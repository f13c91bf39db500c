import { randomBytes } from 'node:crypto';
import { type AlertMetric, type AlertRule, type AlertRuleInput, MAX_ALERT_RULES } from '@basalt/contract';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { AlertRuleRow } from '../kernel/schema.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { type DeliveryDependencies, deliver, mayOpen } from './deliver.ts';
import { endEvent, isOther } from './judge-rules.ts';
import { isKnown } from './measure.ts';
import { presentRules } from './read-rules.ts';

type Changing = Pick<Dependencies, 'db' | 'mailer' | 'secrets'>;

/** A rule as it is now; `secret` when a new one was made. */
interface ChangedRule {
  rule: AlertRule;
  secret: string | null;
}

const TEST_EVERY_MS = 10_000;

const newSecret = () => `v1,whsec_${randomBytes(32).toString('base64')}`;

/** @throws PlatformError `not_found`, `forbidden`; `bad_request` for nobody to tell; `conflict` when there are too many */
export async function createRule(
  { db, mailer, secrets }: Changing,
  actor: Actor,
  ref: string,
  asked: AlertRuleInput,
): Promise<ChangedRule> {
  const { project } = await permittedProject(db, actor, ref, 'manage_alerts');
  assertKnown(asked.metric, project);
  const fields = await checkedTargets({ db, mailer }, ref, asked);
  const secret = fields.channel === 'webhook' ? newSecret() : null;
  const row = await db.transaction().execute(async (transaction) => {
    // Two at once do not pass the limit together.
    await transaction.selectFrom('projects').select('id').where('id', '=', project.id).forUpdate().execute();
    const { count } = await transaction
      .selectFrom('alert_rules')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_ALERT_RULES)
      throw new PlatformError(
        'conflict',
        `A project has at most ${MAX_ALERT_RULES} alert rules. Delete one.`,
      );
    const row = await transaction
      .insertInto('alert_rules')
      .values({
        project_id: project.id,
        ...fields,
        webhook_secret: secret === null ? null : secrets.seal(secret),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(transaction, { after: recorded(row) });
    return row;
  });
  return { rule: await presented(db, row), secret };
}

/** @throws PlatformError as {@link createRule} */
export async function updateRule(
  { db, mailer, secrets }: Changing,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
  {
    is_paused,
    renew_secret = false,
    ...changes
  }: { [Field in keyof AlertRuleInput]?: AlertRuleInput[Field] | undefined } & {
    is_paused?: boolean | undefined;
    renew_secret?: boolean | undefined;
  },
): Promise<ChangedRule> {
  const { project } = await permittedProject(db, actor, ref, 'manage_alerts');
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<AlertRuleInput>;
  if (given.metric !== undefined) assertKnown(given.metric, project);
  const before = await ruleOf(db, project.id, id);
  const isRetargeted = 'channel' in given || 'mail_to' in given || 'webhook_url' in given;
  const merged = { ...fieldsOf(before), ...given };
  const fields = isRetargeted ? await checkedTargets({ db, mailer }, ref, merged) : merged;
  const { row, secret } = await db.transaction().execute(async (transaction) => {
    const old = await ruleOf(transaction, project.id, id, true);
    const needsSecret = fields.channel === 'webhook' && (old.webhook_secret === null || renew_secret);
    const secret = needsSecret ? newSecret() : null;
    const row = await transaction
      .updateTable('alert_rules')
      .set({
        ...given,
        ...(isRetargeted ? { mail_to: fields.mail_to, webhook_url: fields.webhook_url } : {}),
        ...(is_paused === undefined ? {} : { is_paused }),
        ...(secret === null ? {} : { webhook_secret: secrets.seal(secret) }),
        project_id: project.id,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isOther(row, old)) await endEvent(transaction, id, 'changed', null);
    if (row.is_paused) await endEvent(transaction, id, 'paused', null);
    await recordChange(transaction, difference(recorded(old), recorded(row)));
    return { row, secret };
  });
  return { rule: await presented(db, row), secret };
}

/** Deletes a rule and its history. @throws PlatformError `not_found` or `forbidden` */
export async function removeRule(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'manage_alerts');
  await db.transaction().execute(async (transaction) => {
    const row = await ruleOf(transaction, project.id, id, true);
    await transaction.deleteFrom('alert_rules').where('id', '=', id).execute();
    await recordChange(transaction, { before: recorded(row) });
  });
}

/** Tells everybody whom a rule would tell that this is a test. @throws PlatformError `not_found`, `forbidden`, `rate_limited` */
export async function testRule(
  dependencies: DeliveryDependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
): Promise<{ target: string; problem: string | null }[]> {
  const { db } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'manage_alerts');
  const rule = await ruleOf(db, project.id, id);
  const now = new Date();
  const taken = await db
    .updateTable('alert_rules')
    .set({ tested_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('tested_at', 'is', null), eb('tested_at', '<', new Date(now.getTime() - TEST_EVERY_MS))]),
    )
    .returning('id')
    .executeTakeFirst();
  if (taken === undefined)
    throw new PlatformError('rate_limited', 'A test was just sent. Wait ten seconds for the next.');
  const targets = rule.channel === 'mail' ? rule.mail_to : [rule.webhook_url ?? ''];
  return await Promise.all(
    targets.map(async (target) => {
      const { problem } = await deliver(dependencies, {
        ...{ kind: 'test', rule, project, target, channel: rule.channel },
        ...{ value: null, firedAt: null, resolvedAt: null, resolution: null },
        id: `alert_test_${now.getTime()}`,
      });
      return { target, problem };
    }),
  );
}

function assertKnown(metric: AlertMetric, project: Parameters<typeof isKnown>[1]): void {
  if (isKnown(metric, project)) return;
  throw new PlatformError(
    'bad_request',
    "This is not known of an attached database. Watch it where the database's server runs.",
    { field: 'metric' },
  );
}

/** Whom a rule tells, if they can be told: the fields of the other channel are emptied. */
async function checkedTargets<Fields extends AlertRuleInput>(
  { db, mailer }: Pick<Dependencies, 'db' | 'mailer'>,
  ref: string,
  fields: Fields,
): Promise<Fields> {
  if (fields.channel === 'webhook') {
    if (fields.webhook_url === null)
      throw new PlatformError('bad_request', 'Say which address is told.', { field: 'webhook_url' });
    return { ...fields, mail_to: [] };
  }
  if (mailer === null)
    throw new PlatformError('bad_request', 'This Basalt sends no mail. Use a webhook.', { field: 'channel' });
  const mail_to = [...new Set(fields.mail_to)];
  if (mail_to.length === 0) throw new PlatformError('bad_request', 'Say who is told.', { field: 'mail_to' });
  for (const email of mail_to)
    if (!(await mayOpen(db, email, ref)))
      throw new PlatformError('bad_request', `No member with the address ${email} can open this project.`, {
        field: 'mail_to',
      });
  return { ...fields, mail_to, webhook_url: null };
}

async function ruleOf(
  db: Database | Transaction,
  projectId: number,
  id: string,
  isLocked = false,
): Promise<AlertRuleRow> {
  const row = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'There is no such alert rule any more.');
  return row;
}

function fieldsOf(row: AlertRuleRow): AlertRuleInput {
  const { name, metric, comparison, threshold, minutes, channel, mail_to, webhook_url } = row;
  return {
    ...{ name, metric, comparison, threshold, channel, mail_to, webhook_url },
    minutes: minutes as AlertRuleInput['minutes'],
  };
}

const recorded = (row: AlertRuleRow) => ({ id: row.id, ...fieldsOf(row), is_paused: row.is_paused });

async function presented(db: Database, row: AlertRuleRow): Promise<AlertRule> {
  const [rule] = await presentRules(db, [row], true);
  if (rule === undefined) throw new Error('A rule was not presented.');
  return rule;
}
