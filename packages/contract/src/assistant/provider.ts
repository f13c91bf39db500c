import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug } from '../shared/names.ts';

export const AI_PROVIDERS = ['openai', 'anthropic', 'openai-compatible'] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

/** The model server of an organization. Its key is never answered. */
export const aiProviderSettings = z.object({
  /** `environment`: the operator's, which serves where the organization has none. `none`: there is no model. */
  source: z.enum(['organization', 'environment', 'none']),
  provider: z.enum(AI_PROVIDERS).nullable(),
  /** Null: the provider's own address. That of the environment is not told. */
  base_url: z.string().nullable(),
  model: z.string().nullable(),
  has_key: z.boolean(),
  /** Tokens that the organization may use in a calendar month (UTC); null: any number. */
  monthly_token_cap: z.number().int().nullable(),
  /** US dollars for a million tokens; null: not known, and no cost is shown. */
  input_price: z.number().nullable(),
  output_price: z.number().nullable(),
  updated_at: z.string().nullable(),
});
export type AiProviderSettings = z.infer<typeof aiProviderSettings>;

const price = z.number().min(0).max(100_000).nullable();

export const aiProviderInput = z
  .object({
    provider: z.enum(AI_PROVIDERS),
    base_url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .max(2_048)
      .nullable()
      .default(null),
    model: z.string().trim().min(1, 'must not be empty').max(128),
    /** Left out: the key that is there stays. Null: there is none. */
    api_key: z.string().trim().min(1, 'must not be empty').max(4_096).nullable().optional(),
    monthly_token_cap: z.number().int().min(1).max(1e12).nullable().default(null),
    input_price: price.default(null),
    output_price: price.default(null),
  })
  .refine(({ provider, base_url }) => provider !== 'openai-compatible' || base_url !== null, {
    message: 'must be given for an OpenAI-compatible server',
    path: ['base_url'],
  });
export type AiProviderInput = z.input<typeof aiProviderInput>;

export const aiUsage = z.object({
  /** First day of the month, `2026-01-01`. */
  month: z.string(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** Of all answers; null when a price is not known. */
  cost: z.number().nullable(),
  monthly_token_cap: z.number().int().nullable(),
  days: z.array(
    z.object({ day: z.string(), input_tokens: z.number().int(), output_tokens: z.number().int() }),
  ),
});
export type AiUsage = z.infer<typeof aiUsage>;

const bySlug = z.object({ slug: organizationSlug });

export const assistantProvider = {
  get: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/ai/provider' })
    .input(bySlug)
    .output(aiProviderSettings),
  set: oc
    .route({ method: 'PUT', path: '/platform/organizations/{slug}/ai/provider' })
    .input(z.intersection(bySlug, aiProviderInput))
    .output(aiProviderSettings),
  /** Goes back to the operator's model, where there is one. */
  remove: oc
    .route({ method: 'DELETE', path: '/platform/organizations/{slug}/ai/provider' })
    .input(bySlug)
    .output(aiProviderSettings),
  /** Asks the model for one word. */
  test: oc
    .route({ method: 'POST', path: '/platform/organizations/{slug}/ai/provider/test' })
    .input(bySlug)
    .output(z.object({ ok: z.boolean(), message: z.string(), milliseconds: z.number().int() })),
  usage: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/ai/usage' })
    .input(bySlug)
    .output(aiUsage),
};
