import {
  type AddonVariant,
  COMPUTE_SIZES,
  type ComputeSize,
  DEFAULT_COMPUTE_SIZE,
  type ProjectAddons,
} from '@basalt/contract';
import { readPolicy } from '../backups/schedule/backup-settings.ts';
import { whyUnavailable } from '../compute/resize-rules.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { SIZES } from '../project-cluster/sizes.ts';

/** Days that point-in-time recovery reaches back, of the variants that the management API knows. */
export const PITR_DAYS = [7, 14, 28] as const;
export type PitrDays = (typeof PITR_DAYS)[number];

/** What a variant's id stands for. */
export type Addon = { type: 'compute_instance'; size: ComputeSize } | { type: 'pitr'; days: PitrDays };

/** Every add-on there is. The smallest size is what a project has without one. */
export const ADDONS: readonly Addon[] = [
  ...COMPUTE_SIZES.filter((size) => size !== DEFAULT_COMPUTE_SIZE).map((size) => ({
    type: 'compute_instance' as const,
    size,
  })),
  ...PITR_DAYS.map((days) => ({ type: 'pitr' as const, days })),
];

/** `ci_small`, `pitr_14` */
export function variantId(addon: Addon): string {
  return addon.type === 'pitr' ? `pitr_${addon.days}` : `ci_${addon.size}`;
}

/** Undefined: no such add-on. */
export function findAddon(id: string): Addon | undefined {
  return ADDONS.find((addon) => variantId(addon) === id);
}

/** The variant that says most of how far back a project can go; settings may have any number of days. */
export function pitrDaysOf(retentionDays: number): PitrDays {
  return PITR_DAYS.findLast((days) => days <= retentionDays) ?? PITR_DAYS[0];
}

/** As the management API shows it. Nothing costs anything here. */
export function presentVariant(addon: Addon): AddonVariant {
  return {
    id: variantId(addon),
    ...describe(addon),
    price: { description: 'No charge', type: 'fixed', interval: 'monthly', amount: 0 },
  };
}

function describe(addon: Addon): Pick<AddonVariant, 'name' | 'meta'> {
  if (addon.type === 'pitr')
    return { name: `${addon.days} days`, meta: { backup_duration_days: addon.days } };
  const { cpus, memoryMb, settings, ioMbPerSecond } = SIZES[addon.size];
  return {
    name: addon.size.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    meta: {
      cpu_cores: cpus,
      cpu_dedicated: false,
      memory_gb: memoryMb / 1_024,
      max_disk_io_mbs: ioMbPerSecond,
      connections_direct: settings.maxConnections,
    },
  };
}

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

/** The add-ons that a project has, and those that it can have. */
export async function listAddons(dependencies: Dependencies, project: ProjectRow): Promise<ProjectAddons> {
  const [selected, machine] = await Promise.all([
    selectedAddons(dependencies, project),
    dependencies.clusters.capacity(),
  ]);
  const offered = ADDONS.filter(
    (addon) => addon.type === 'pitr' || whyUnavailable(project, addon.size, machine) === null,
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
