import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';
import { AUTH_HOOKS } from './auth-config-fields.ts';

/** What became of one call of a hook. Neither its payload nor its answer is kept. */
export const authHookCall = z.object({
  id: z.number().int(),
  called_at: z.string(),
  hook: z.enum(AUTH_HOOKS),
  /** The function, or the address without its query. */
  target: z.string(),
  /** `refused`: it answered that something must not happen. `failed`: it could not be asked, or its answer could not be used. */
  outcome: z.enum(['ok', 'refused', 'failed']),
  message: z.string().nullable(),
  took_ms: z.number().int(),
});
export type AuthHookCall = z.infer<typeof authHookCall>;

export const authHooks = {
  /** The newest calls, newest first. Needs `read_auth_users`. */
  listCalls: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/hook-calls' })
    .input(z.object({ ref: projectRef, limit: z.coerce.number().int().min(1).max(500).default(50) }))
    .output(z.object({ calls: z.array(authHookCall) })),
};
