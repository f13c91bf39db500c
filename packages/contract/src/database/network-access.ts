import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

/** Blocks of addresses that a project's rules may have. */
export const MOST_BLOCKS = 100;
const ALL_V4 = '0.0.0.0/0';
const ALL_V6 = '::/0';

const blocksV4 = z.array(z.string().max(50)).max(MOST_BLOCKS);
const blocksV6 = z.array(z.string().max(50)).max(MOST_BLOCKS);

const sslEnforcement = z.object({
  currentConfig: z.object({ database: z.boolean() }),
  /** Whether the running database follows it; one that is paused will when it starts. */
  appliedSuccessfully: z.boolean(),
});

const status = z.enum(['stored', 'applied']);

/** Both lists together; a project without restrictions has all of both (`0.0.0.0/0`, `::/0`). */
const networkRestrictions = z.object({
  entitlement: z.enum(['disallowed', 'allowed']),
  config: z.object({ dbAllowedCidrs: z.array(z.string()), dbAllowedCidrsV6: z.array(z.string()) }),
  status,
  updated_at: z.string().optional(),
  applied_at: z.string().optional(),
});
export type NetworkRestrictions = z.infer<typeof networkRestrictions>;

/** Blocks of both versions. */
export const addressBlocks = z.array(z.object({ address: z.string(), type: z.enum(['v4', 'v6']) }));

const changes = z.object({ dbAllowedCidrs: blocksV4.optional(), dbAllowedCidrsV6: blocksV6.optional() });

/** Who reaches the database of a project over the network, besides knowing a password. Changing it takes `update_project`. */
export const networkAccess = {
  v1GetSslEnforcement: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/ssl-enforcement' })
    .input(z.object({ ref: projectRef }))
    .output(sslEnforcement),
  v1UpdateSslEnforcement: oc
    .route({ method: 'PUT', path: '/v1/projects/{ref}/ssl-enforcement' })
    .input(z.object({ ref: projectRef, requestedConfig: z.object({ database: z.boolean() }) }))
    .output(sslEnforcement),
  v1GetRestrictions: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/network-restrictions' })
    .input(z.object({ ref: projectRef }))
    .output(networkRestrictions),
  /** Sets both lists; one that is left out is empty. */
  v1ApplyRestrictions: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/network-restrictions/apply', successStatus: 201 })
    .input(z.object({ ref: projectRef, ...changes.shape }))
    .output(networkRestrictions),
  /** Adds blocks and takes others away. */
  v1PatchRestrictions: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/network-restrictions' })
    .input(z.object({ ref: projectRef, add: changes.optional(), remove: changes.optional() }))
    .output(
      networkRestrictions.extend({
        config: z.object({ dbAllowedCidrs: addressBlocks }),
      }),
    ),
};

/** What stands for "everybody". */
export const ALL_ADDRESSES = { v4: ALL_V4, v6: ALL_V6 } as const;
