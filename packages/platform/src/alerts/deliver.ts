import { ALERT_METRICS, type AlertChannel } from '@basalt/contract';
import { OutgoingError, signatureHeaders } from '@basalt/network';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Mail } from '../kernel/ports.ts';
import type { AlertRuleRow } from '../kernel/schema.ts';
import { getProject } from '../projects/store.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1_024;

export type DeliveryDependencies = Pick<
  Dependencies,
  'db' | 'mailer' | 'outgoing' | 'secrets' | 'settings' | 'log'
>;

/** What somebody is told of a rule. */
export interface Notice {
  kind: 'fired' | 'resolved' | 'test';
  rule: AlertRuleRow;
  project: { ref: string; name: string };
  channel: AlertChannel;
  target: string;
  /** The same for every attempt: by it a receiver knows that it has this one. */
  id: string;
  /** Null for a test, and where nothing was measured. */
  value: number | null;
  firedAt: Date | null;
  resolvedAt: Date | null;
  resolution: 'measured' | 'paused' | 'changed' | null;
}

/** What came of telling; `final`: another attempt would end in the same way. */
export type Delivery = { readonly problem: null } | { readonly problem: string; readonly final: boolean };

const DONE: Delivery = { problem: null };
const failed = (problem: string, final: boolean): Delivery => ({ problem, final });

/** Tells it, once. Never throws. */
export function deliver(dependencies: DeliveryDependencies, notice: Notice): Promise<Delivery> {
  return notice.channel === 'mail' ? mail(dependencies, notice) : post(dependencies, notice);
}

function mail(dependencies: DeliveryDependencies, notice: Notice): Promise<Delivery> {
  const { target, project } = notice;
  return sendMail(dependencies, {
    to: target,
    subject: `${PREFIX[notice.kind]}: ${notice.rule.name} (${project.name})`,
    text: `${textOf(notice)}\n\n${addressOf(dependencies.settings.dashboardUrl, project.ref)}\n`,
    mayKnow: () => mayOpen(dependencies.db, target, project.ref),
    denied: 'Nobody with this address can open the project any more.',
  });
}

interface GuardedMail extends Mail {
  /** Whether the receiver may still be told. */
  mayKnow: () => Promise<boolean>;
  /** What is noted when not. */
  denied: string;
}

/** Sends a mail to whoever may still know what is in it. Never throws. */
export async function sendMail(
  { mailer, log }: Pick<DeliveryDependencies, 'mailer' | 'log'>,
  { mayKnow, denied, ...letter }: GuardedMail,
): Promise<Delivery> {
  if (mailer === null) return failed('This Basalt sends no mail.', true);
  try {
    if (!(await mayKnow())) return failed(denied, true);
    await mailer.send(letter);
    return DONE;
  } catch (error) {
    log('warn', { err: error, subject: letter.subject }, 'the mail of an alert could not be sent');
    return failed('The mail server did not take the mail.', false);
  }
}

/** Whether the owner of an e-mail address has an account with which the project can be opened. */
export async function mayOpen(db: DeliveryDependencies['db'], email: string, ref: string): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  if (account === undefined) return false;
  const asker = { accountId: account.id, credential: { limit: null } };
  return getProject(db, asker, ref).then(
    () => true,
    (error: unknown) => {
      if (error instanceof PlatformError) return false;
      throw error;
    },
  );
}

async function post(
  { outgoing, secrets, settings }: DeliveryDependencies,
  notice: Notice,
): Promise<Delivery> {
  const { rule, project, target, id, kind } = notice;
  if (rule.webhook_secret === null) return failed('The rule has no signing secret.', true);
  const now = new Date();
  const body = JSON.stringify({
    type: `alert.${kind}`,
    timestamp: now.toISOString(),
    data: {
      text: textOf(notice),
      project: { ref: project.ref, name: project.name },
      rule: {
        id: rule.id,
        name: rule.name,
        metric: rule.metric,
        comparison: rule.comparison,
        threshold: rule.threshold,
        minutes: rule.minutes,
      },
      value: notice.value,
      fired_at: notice.firedAt?.toISOString() ?? null,
      resolved_at: notice.resolvedAt?.toISOString() ?? null,
      resolution: notice.resolution,
      url: addressOf(settings.dashboardUrl, project.ref),
    },
  });
  try {
    const { status } = await outgoing.fetch(
      target,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signatureHeaders(secrets.open(rule.webhook_secret), { id, now, body }),
        },
        body,
      },
      { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES, whenLonger: 'cut' },
    );
    if (status >= 200 && status < 300) return DONE;
    return failed(`The server answered with status ${status}.`, status < 500 && status !== 429);
  } catch (error) {
    if (error instanceof OutgoingError)
      return failed(`${error.message} Only servers on the public internet are asked.`, false);
    return failed('The request could not be sent.', false);
  }
}

const PREFIX = { fired: 'Alert', resolved: 'Over', test: 'Test' } as const;
const ENDS = {
  measured: 'is over',
  paused: 'is over: the rule was paused',
  changed: 'is over: the rule was changed',
} as const;

/** What happened, in sentences. */
function textOf({ kind, rule, project, value, firedAt, resolvedAt, resolution }: Notice): string {
  const { label } = ALERT_METRICS[rule.metric];
  const asked = `${label} ${rule.comparison} ${inUnits(rule, rule.threshold)} for ${rule.minutes} ${rule.minutes === 1 ? 'minute' : 'minutes'}`;
  const measured = value === null ? '' : ` It was ${inUnits(rule, value)} when last measured.`;
  const rules = `The rule “${rule.name}” of the project ${project.name}`;
  if (kind === 'test') return `This is a test. ${rules} tells you here of: ${asked}.`;
  if (kind === 'fired') return `${rules} has fired at ${firedAt?.toISOString()}: ${asked}.${measured}`;
  return `What ${rules.replace('The', 'the')} told at ${firedAt?.toISOString()} ${ENDS[resolution ?? 'measured']}, at ${resolvedAt?.toISOString()}: ${asked}.${measured}`;
}

function inUnits({ metric }: Pick<AlertRuleRow, 'metric'>, value: number): string {
  const digits = value < 10 ? 1 : 0;
  return `${Number(value.toFixed(digits))} ${ALERT_METRICS[metric].unit}`;
}

function addressOf(dashboardUrl: string, ref: string): string {
  return `${dashboardUrl}/project/${ref}/alerts`;
}
