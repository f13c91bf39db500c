import { DEFAULT_COMPUTE_SIZE } from '@basalt/contract';
import { setBackupSettings, setPitr } from '../backups/schedule/backup-settings.ts';
import { resizeProject } from '../compute/resize-project.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getProject } from '../projects/store.ts';
import { ADDONS, findAddon, selectedAddons, variantId } from './list-addons.ts';

/**
 * Gives a project an add-on: a compute size, or recovery to any second with the days that it reaches back.
 * @throws PlatformError `bad_request` when there is no such add-on, and whatever speaks against the new size
 */
export async function applyAddon(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  { addon_type, addon_variant }: { addon_type: string; addon_variant: string },
): Promise<void> {
  await getProject(dependencies.db, actor, ref);
  const offered = ADDONS.filter(({ type }) => type === addon_type);
  if (offered.length === 0)
    throw new PlatformError('bad_request', `Add-ons of type ${addon_type} are not part of this version.`, {
      field: 'addon_type',
    });
  const addon = offered.find((one) => variantId(one) === addon_variant);
  if (addon === undefined)
    throw new PlatformError(
      'bad_request',
      `addon_variant must be one of ${offered.map(variantId).join(', ')}.`,
      { field: 'addon_variant' },
    );
  if (addon.type === 'compute_instance') {
    await resizeProject(dependencies, actor, ref, { size: addon.size });
    return;
  }
  const { project } = await permittedProject(dependencies.db, actor, ref, 'amend_subscription');
  await setBackupSettings(dependencies.db, project.id, { retention_days: addon.days });
  await setPitr(dependencies, project.id, true);
}

/**
 * Takes an add-on away: the project goes back to the smallest size, or changes are not archived any more.
 * @throws PlatformError `not_found` when the project does not have it
 */
export async function removeAddon(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  id: string,
): Promise<void> {
  const { project } = await getProject(dependencies.db, actor, ref);
  const addon = findAddon(id);
  const selected = await selectedAddons(dependencies, project);
  if (addon === undefined || !selected.some((one) => variantId(one) === id))
    throw new PlatformError('not_found', 'The project does not have this add-on.');
  if (addon.type === 'compute_instance') {
    await resizeProject(dependencies, actor, ref, { size: DEFAULT_COMPUTE_SIZE });
    return;
  }
  await permittedProject(dependencies.db, actor, ref, 'amend_subscription');
  await setPitr(dependencies, project.id, false);
}
