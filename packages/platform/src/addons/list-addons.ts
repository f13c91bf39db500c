import { DEFAULT_COMPUTE_SIZE, type ProjectAddons } from '@basalt/contract';
import { readPolicy } from '../backups/backup-settings.ts';
import { unavailability } from '../compute/availability.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { ADDONS, type Addon, pitrDaysOf, presentVariant } from './variants.ts';

/** What a project has of what can be added to it. */
export async function selectedAddons(
  { db }: Pick<Dependencies, 'db'>,
  project: ProjectRow,
): Promise<Addon[]> {
  const policy = await readPolicy(db, project);
  const size = project.compute_size;
  return [
    ...(size === DEFAULT_COMPUTE_SIZE ? [] : [{ type: 'compute_instance' as const, size }]),
    ...(policy.pitrEnabled
      ? [
          {
            type: 'pitr' as const,
            days: pitrDaysOf(policy.retentionDays ?? policy.planRetentionDays),
          },
        ]
      : []),
  ];
}

/** The add-ons that a project has, and those that this machine offers. */
export async function listAddons(dependencies: Dependencies, project: ProjectRow): Promise<ProjectAddons> {
  const [selected, machine] = await Promise.all([
    selectedAddons(dependencies, project),
    dependencies.clusters.capacity(),
  ]);
  const offered = ADDONS.filter(
    (addon) => addon.type === 'pitr' || unavailability(addon.size, machine) === null,
  );
  const variantsOf = (type: Addon['type']) =>
    offered.filter((addon) => addon.type === type).map(presentVariant);
  return {
    selected_addons: selected.map((addon) => ({ type: addon.type, variant: presentVariant(addon) })),
    available_addons: [
      { type: 'compute_instance', name: 'Compute size', variants: variantsOf('compute_instance') },
      { type: 'pitr', name: 'Point-in-time recovery', variants: variantsOf('pitr') },
    ],
  };
}
