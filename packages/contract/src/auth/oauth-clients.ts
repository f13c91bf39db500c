import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, WELL_FORMED } from '../shared/names.ts';

/** An application that a project's users can sign in to with their account, in the words of the project's auth service. */
export const oauthClient = z.looseObject({
  client_id: z.string(),
  /** Only in the answer that made it. */
  client_secret: z.string().optional(),
  /** `public`: it runs where no secret can be kept. */
  client_type: z.enum(['public', 'confidential']),
  redirect_uris: z.array(z.string()),
  client_name: z.string().optional(),
  /** `dynamic`: it registered itself. */
  registration_type: z.enum(['manual', 'dynamic']),
  created_at: z.string(),
});
export type OAuthClient = z.infer<typeof oauthClient>;

const byRef = z.object({ ref: projectRef });
const byId = byRef.extend({ id: z.uuid('is not the id of an application') });
/** What the auth service makes of these is its business. */
const name = z
  .string()
  .max(1_024)
  .refine(...WELL_FORMED);
const redirects = z.array(z.string().max(2_048)).max(10, 'must be at most 10 addresses');

const CLIENTS = '/platform/auth/{ref}/oauth-clients';

/** Applications that users of a project can sign in to. Reading needs `read_auth_users`, changing `update_api_config`. */
export const oauthClients = {
  list: oc
    .route({ method: 'GET', path: CLIENTS })
    .input(
      byRef.extend({
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        per_page: z.coerce.number().int().min(1).max(100).default(50),
      }),
    )
    .output(z.object({ clients: z.array(oauthClient), total: z.number().int() })),
  create: oc
    .route({ method: 'POST', path: CLIENTS })
    .input(
      z.strictObject({
        ref: projectRef,
        client_name: name,
        redirect_uris: redirects,
        client_type: z.enum(['public', 'confidential']).default('confidential'),
      }),
    )
    .output(oauthClient),
  update: oc
    .route({ method: 'PATCH', path: `${CLIENTS}/{id}` })
    .input(
      z.strictObject({ ...byId.shape, client_name: name.optional(), redirect_uris: redirects.optional() }),
    )
    .output(oauthClient),
  /** Ends the sessions that the application has. */
  delete: oc
    .route({ method: 'DELETE', path: `${CLIENTS}/{id}` })
    .input(byId)
    .output(z.object({})),
  /** The earlier secret stops working at once. */
  renewSecret: oc
    .route({ method: 'POST', path: `${CLIENTS}/{id}/secret` })
    .input(byId)
    .output(oauthClient),
};
