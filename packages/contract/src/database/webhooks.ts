import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, queryBoolean, storableText } from '../shared/names.ts';

/** A row's number: more digits than a number of JavaScript holds exactly. */
const rowNumber = z.string().regex(/^\d{1,18}$/, 'must be a number');

const webhookEvent = z.enum(['INSERT', 'UPDATE', 'DELETE']);
export type WebhookEvent = z.infer<typeof webhookEvent>;

const webhookMethod = z.enum(['POST', 'GET', 'PUT', 'PATCH', 'DELETE']);
export type WebhookMethod = z.infer<typeof webhookMethod>;

const pair = z.object({
  name: z.string(),
  /** Null for those who may only read. */ value: z.string().nullable(),
});
export type WebhookPair = z.infer<typeof pair>;

const webhook = z.object({
  /** The number of its trigger: another one once it has been changed. */
  id: z.string(),
  name: z.string(),
  schema: z.string(),
  table: z.string(),
  events: z.array(webhookEvent),
  active: z.boolean(),
  /** Those who may only read see no parameters in it. */
  url: z.string(),
  method: z.string(),
  headers: z.array(pair),
  params: z.array(pair),
  timeout_ms: z.number(),
  /** What is wrong with it, so that writes to its table fail or nothing is sent; null: nothing. */
  problem: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

const deliveryState = z.enum(['waiting', 'succeeded', 'failed']);
export type DeliveryState = z.infer<typeof deliveryState>;

const delivery = z.object({
  /** The number of the request. */
  id: z.string(),
  /** Null: it was queued by a function such as net.http_post. */
  hook: z
    .object({ name: z.string(), schema: z.string().nullable(), table: z.string().nullable() })
    .nullable(),
  state: deliveryState,
  method: z.string(),
  /** Those who may only read see no parameters in it. */
  url: z.string(),
  status_code: z.number().nullable(),
  error: z.string().nullable(),
  attempts: z.number(),
  created_at: z.string().nullable(),
  /** Of the attempt that is to come; null: it has ended. */
  next_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  took_ms: z.number().nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const text = z.object({ text: z.string(), /** There is more of it. */ is_cut: z.boolean() }).nullable();

const wholeDelivery = delivery.extend({
  request_headers: z.array(pair),
  /** All four null for those who may only read. */
  request_body: text,
  response_headers: z.array(pair),
  response_body: text,
});
export type WholeWebhookDelivery = z.infer<typeof wholeDelivery>;

const name = storableText.min(1, 'must not be empty').max(63, 'must be at most 63 characters');
const sentPairs = z
  .array(
    z.object({
      name: storableText.trim().min(1, 'must not be empty').max(200),
      value: storableText.max(8_000),
    }),
  )
  .max(50)
  .refine(
    (pairs) => new Set(pairs.map((one) => one.name.toLowerCase())).size === pairs.length,
    'must not name anything twice',
  );

const newWebhook = z.object({
  name,
  schema: name,
  table: name,
  events: z.array(webhookEvent).min(1, 'must name an event'),
  active: z.boolean().default(true),
  url: storableText
    .max(4_000)
    .refine(
      (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
      'must begin with https:// or http://',
    ),
  method: webhookMethod,
  headers: sentPairs
    .refine(
      (pairs) => pairs.every((one) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(one.name)),
      'must have names of letters, digits and hyphens',
    )
    .refine(
      (pairs) => pairs.every((one) => /^[\t\x20-\x7e\x80-\xff]*$/.test(one.value)),
      'must have values of one line without special characters',
    ),
  params: sentPairs,
  timeout_ms: z.number().int().min(1, 'must be at least 1').max(30_000, 'must be at most 30,000'),
});
export type NewWebhook = z.input<typeof newWebhook>;

const preview = queryBoolean.default(false);
const changed = z.object({
  /** What ran, or would run. */
  statements: z.array(z.string()),
  /** Null: nothing ran, or it is deleted. */
  id: z.string().nullable(),
});
const ofHook = z.object({ ref: projectRef, id: rowNumber });

/** Triggers that send what happens to rows to a server; see docs/webhooks.md. */
export const webhooks = {
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/webhooks' })
    .input(z.object({ ref: projectRef }))
    .output(
      z.object({
        webhooks: z.array(webhook),
        /** Why none can be made or sent; null: they can. */
        problem: z.string().nullable(),
      }),
    ),
  /** They are there in every project: this only says so, or why none can be sent. */
  v1Enable: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/database/webhooks/enable', successStatus: 201 })
    .input(z.object({ ref: projectRef }))
    .output(z.void()),
  create: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/webhooks' })
    .input(newWebhook.extend({ ref: projectRef, preview }))
    .output(changed),
  /** Makes its trigger anew, in one transaction. */
  update: oc
    .route({ method: 'PUT', path: '/platform/projects/{ref}/database/webhooks/{id}' })
    .input(newWebhook.extend({ ref: projectRef, id: rowNumber, preview }))
    .output(changed),
  setActive: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/webhooks/{id}/active' })
    .input(ofHook.extend({ active: z.boolean() }))
    .output(changed),
  remove: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/database/webhooks/{id}' })
    .input(ofHook)
    .output(changed),
  /** Sends what an insert would, with a row of the table. Answers the number of the request. */
  test: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/webhooks/{id}/test' })
    .input(ofHook)
    .output(z.object({ delivery_id: z.string() })),
  /** What was sent and what waits, the newest first. */
  listDeliveries: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/webhook-deliveries' })
    .input(
      z.object({
        ref: projectRef,
        /** The number of one webhook. */
        hook: rowNumber.optional(),
        /** Those before this request. */
        before: rowNumber.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.array(delivery)),
  getDelivery: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/webhook-deliveries/{id}' })
    .input(ofHook)
    .output(wholeDelivery),
  /** Queues the same request once more. */
  sendAgain: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/webhook-deliveries/{id}/again' })
    .input(ofHook)
    .output(z.object({ delivery_id: z.string() })),
};
