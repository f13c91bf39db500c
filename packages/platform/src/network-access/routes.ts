import { MOST_BLOCKS, type NetworkRestrictions } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { type BlockLists, readBlock, toBlocks, toLists, withVersions } from './address-blocks.ts';
import { changeNetworkAccess } from './change-network-access.ts';
import { OPEN, readNetworkAccess, type StoredAccess } from './store.ts';

const { networkAccess } = routes;

export const networkAccessRoutes = {
  v1GetSslEnforcement: networkAccess.v1GetSslEnforcement.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    const { requireTls } = (await readNetworkAccess(context.db, project.id)) ?? OPEN;
    return { currentConfig: { database: requireTls }, appliedSuccessfully: true };
  }),
  v1UpdateSslEnforcement: networkAccess.v1UpdateSslEnforcement.handler(async ({ context, input }) => {
    const { requireTls, isApplied } = await changeNetworkAccess(
      context,
      context.actor,
      input.ref,
      (former) => ({ ...former, requireTls: input.requestedConfig.database }),
    );
    return { currentConfig: { database: requireTls }, appliedSuccessfully: isApplied };
  }),
  v1GetRestrictions: networkAccess.v1GetRestrictions.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return presentRestrictions((await readNetworkAccess(context.db, project.id)) ?? OPEN, true);
  }),
  v1ApplyRestrictions: networkAccess.v1ApplyRestrictions.handler(
    async ({ context, input: { ref, ...lists } }) => {
      const blocks = bounded(toBlocks(lists));
      const { isApplied, ...stored } = await changeNetworkAccess(context, context.actor, ref, (former) => ({
        ...former,
        allowedBlocks: blocks,
      }));
      return presentRestrictions(stored, isApplied);
    },
  ),
  v1PatchRestrictions: networkAccess.v1PatchRestrictions.handler(
    async ({ context, input: { ref, add = {}, remove = {} } }) => {
      const [added, removed] = [blocksOf(add), blocksOf(remove)];
      const { isApplied, ...stored } = await changeNetworkAccess(context, context.actor, ref, (former) => {
        const { dbAllowedCidrs, dbAllowedCidrsV6 } = toLists(former.allowedBlocks);
        const kept = [...dbAllowedCidrs, ...dbAllowedCidrsV6].filter((block) => !removed.includes(block));
        return { ...former, allowedBlocks: bounded(toBlocks(toLists([...kept, ...added]))) };
      });
      const { config, ...rest } = presentRestrictions(stored, isApplied);
      return {
        ...rest,
        config: { dbAllowedCidrs: withVersions(config) },
      };
    },
  ),
};

function blocksOf({ dbAllowedCidrs = [], dbAllowedCidrsV6 = [] }: BlockLists): string[] {
  return [
    ...dbAllowedCidrs.map((each) => readBlock(each, 'v4')),
    ...dbAllowedCidrsV6.map((each) => readBlock(each, 'v6')),
  ];
}

function bounded(blocks: string[] | null): string[] | null {
  if (blocks !== null && blocks.length > MOST_BLOCKS)
    throw new PlatformError('bad_request', `A project has ${MOST_BLOCKS} blocks of addresses at most.`);
  return blocks;
}

function presentRestrictions(
  { allowedBlocks, updatedAt }: StoredAccess,
  isApplied: boolean,
): NetworkRestrictions {
  const at = updatedAt?.toISOString();
  return {
    entitlement: 'allowed',
    config: toLists(allowedBlocks),
    status: isApplied ? 'applied' : 'stored',
    ...(at !== undefined && { updated_at: at, ...(isApplied && { applied_at: at }) }),
  };
}
