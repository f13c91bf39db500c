import {
  BACKUP_RETENTION_DAYS,
  type Entitlement,
  MAX_FUNCTIONS,
  MAX_STORED_FILE_BYTES,
  type Plan,
} from '@basalt/contract';
import { unavailability } from '../compute/resize-rules.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { ADDONS, variantId } from './list-addons.ts';

/** What every organization has, whatever its plan. */
const FOR_EVERYBODY = [
  'auth.mfa_phone',
  'auth.mfa_web_authn',
  'auth.user_sessions',
  'backup.restore_to_new_project',
  'backup.schedule',
  'instances.disk_modifications',
  'project_pausing',
  'project_scoped_roles',
  'security.member_roles',
  'storage.image_transformations',
  'storage.max_file_size.configurable',
];
const MEGABYTES_OF_A_FUNCTION = 20;

/**
 * What an organization with this plan may use of what the management API knows. What no plan has is left out: clients would say of it that
 * another plan has it.
 */
export async function entitlementsOf(
  { clusters }: Pick<Dependencies, 'clusters'>,
  plan: Plan,
): Promise<Entitlement[]> {
  const machine = await clusters.capacity();
  const sizes = ADDONS.flatMap((addon) =>
    addon.type === 'compute_instance' && unavailability(addon.size, machine) === null
      ? [variantId(addon)]
      : [],
  );
  const pitr = ADDONS.flatMap((addon) => (addon.type === 'pitr' ? [variantId(addon)] : []));
  return [
    amount('backup.retention_days', BACKUP_RETENTION_DAYS[plan], 'days'),
    amount('function.max_count', MAX_FUNCTIONS, 'count'),
    amount('function.size_limit_mb', MEGABYTES_OF_A_FUNCTION, 'MB'),
    amount('storage.max_file_size', MAX_STORED_FILE_BYTES, 'bytes'),
    choice('instances.compute_update_available_sizes', sizes),
    choice('pitr.available_variants', pitr),
    ...FOR_EVERYBODY.map(permission),
  ];
}

function amount(key: string, value: number, unit: string): Entitlement {
  const config = { enabled: true, value, unlimited: false, unit };
  return { feature: { key, type: 'numeric' }, hasAccess: true, type: 'numeric', config };
}

function choice(key: string, set: string[]): Entitlement {
  const enabled = set.length > 0;
  return { feature: { key, type: 'set' }, hasAccess: enabled, type: 'set', config: { enabled, set } };
}

function permission(key: string): Entitlement {
  return { feature: { key, type: 'boolean' }, hasAccess: true, type: 'boolean', config: { enabled: true } };
}
