import { oc } from '@orpc/contract';
import * as z from 'zod';
import { displayName, projectRef } from '../shared/names.ts';

/** What a rule can be about, and the unit of its threshold. Shares are 0 to 100. */
export const ALERT_METRICS = {
  cpu_percent: { label: 'CPU', unit: '%' },
  memory_percent: { label: 'Memory', unit: '%' },
  disk_percent: { label: 'Disk space', unit: '%' },
  connections_percent: { label: 'Connections', unit: '%' },
  cache_hit_percent: { label: 'Cache hit rate', unit: '%' },
  requests_per_minute: { label: 'Requests', unit: 'per minute' },
  error_percent: { label: 'Requests with a server error', unit: '%' },
  p95_milliseconds: { label: 'Slowest 5 % of requests', unit: 'ms' },
} as const;
export type AlertMetric = keyof typeof ALERT_METRICS;
/** Shares of a server's limits, which are not known where the database is attached: nothing would ever be told. */
export const METRICS_OF_OWN_SERVER: readonly AlertMetric[] = [
  'cpu_percent',
  'memory_percent',
  'disk_percent',
  'connections_percent',
];

export const ALERT_COMPARISONS = ['above', 'below'] as const;
export type AlertComparison = (typeof ALERT_COMPARISONS)[number];
export const ALERT_CHANNELS = ['mail', 'webhook'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];
/** How long a figure can be asked to stay out of bounds, in minutes. */
export const ALERT_MINUTES = [1, 2, 5, 10, 15, 30, 60] as const;
export const MAX_ALERT_RULES = 50;
export const MAX_ALERT_RECIPIENTS = 10;
/** What rules have fired is answered in pages of so many. */
export const HISTORY_PAGE = 50;
/** What has ended is told for so many days. */
export const ALERT_HISTORY_DAYS = 90;

const metric = z.enum(Object.keys(ALERT_METRICS) as [AlertMetric, ...AlertMetric[]]);

export const alertRule = z.object({
  id: z.string(),
  name: z.string(),
  metric,
  comparison: z.enum(ALERT_COMPARISONS),
  threshold: z.number(),
  minutes: z.int(),
  channel: z.enum(ALERT_CHANNELS),
  mail_to: z.array(z.string()),
  /** For those who may not change rules only the server: the rest may be a secret. */
  webhook_url: z.string().nullable(),
  is_paused: z.boolean(),
  created_at: z.string(),
  /** Since when it is broken; null: it is not. */
  firing_since: z.string().nullable(),
  last_fired_at: z.string().nullable(),
  /** Why the newest notice could not be sent; null: it was, or there was none. */
  problem: z.string().nullable(),
});
export type AlertRule = z.infer<typeof alertRule>;

export const alertNotice = z.object({
  kind: z.enum(['fired', 'resolved']),
  channel: z.enum(ALERT_CHANNELS),
  /** As `mail_to` and `webhook_url` of the rule. */
  target: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  sent_at: z.string().nullable(),
  problem: z.string().nullable(),
});
export type AlertNotice = z.infer<typeof alertNotice>;

/** A time in which a rule was broken. */
export const alertEvent = z.object({
  id: z.int(),
  rule: z.object({ id: z.string(), name: z.string(), metric }),
  fired_at: z.string(),
  fired_value: z.number(),
  resolved_at: z.string().nullable(),
  resolved_value: z.number().nullable(),
  /** What ended it; null while it goes on. */
  resolution: z.enum(['measured', 'paused', 'changed']).nullable(),
  notices: z.array(alertNotice),
});
export type AlertEvent = z.infer<typeof alertEvent>;

const webhookUrl = z
  .string()
  .trim()
  .max(2_000, 'must be at most 2,000 characters')
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an address that begins with https:// or http://',
  );

const fields = {
  name: displayName,
  metric,
  comparison: z.enum(ALERT_COMPARISONS),
  threshold: z.number().min(0, 'must not be below 0').max(1e12, 'is too large for anything that is measured'),
  minutes: z.union(
    ALERT_MINUTES.map((minutes) => z.literal(minutes)),
    { error: `must be one of ${ALERT_MINUTES.join(', ')}` },
  ),
  channel: z.enum(ALERT_CHANNELS),
  /** Members who may open the project. */
  mail_to: z.array(z.string().trim().toLowerCase().max(320)).max(MAX_ALERT_RECIPIENTS),
  webhook_url: webhookUrl.nullable(),
};
export const alertRuleInput = z.strictObject({ ref: projectRef, ...fields });
export type AlertRuleInput = Omit<z.infer<typeof alertRuleInput>, 'ref'>;

const one = z.object({ ref: projectRef, id: z.uuid() });
/** By which receivers know that a request is from here. Told once, when it is made; null: there was no need of one. */
const secret = z.string().nullable();

/** Rules that tell people when figures of a project are out of bounds. */
export const alerts = {
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/alerts' })
    .input(z.object({ ref: projectRef }))
    .output(z.object({ rules: z.array(alertRule), can_send_mail: z.boolean() })),
  create: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/alerts', successStatus: 201 })
    .input(alertRuleInput)
    .output(z.object({ rule: alertRule, secret })),
  /** What is left out stays. A change of what is measured ends what the rule has fired. */
  update: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/alerts/{id}' })
    .input(
      alertRuleInput
        .partial()
        .extend({ ...one.shape, is_paused: z.boolean().optional(), renew_secret: z.boolean().optional() }),
    )
    .output(z.object({ rule: alertRule, secret })),
  /** Its history goes with it. */
  remove: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/alerts/{id}' })
    .input(one)
    .output(z.object({})),
  /** Tells everybody whom the rule would tell, at once and without another attempt. */
  test: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/alerts/{id}/test' })
    .input(one)
    .output(z.object({ results: z.array(z.object({ target: z.string(), problem: z.string().nullable() })) })),
  /** Newest first, in pages of 50. `before` is the id of the last of the page before. */
  history: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/alert-events' })
    .input(
      z.object({
        ref: projectRef,
        rule: z.uuid().optional(),
        before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      }),
    )
    .output(z.object({ events: z.array(alertEvent), has_more: z.boolean() })),
};
