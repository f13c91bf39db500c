import type { ComputeSize, PostgresConfig } from '@basalt/contract';
import { SIZES } from '../../project-cluster/sizes.ts';
import { normalizeConfig } from './normalize-config.ts';
import { PARAMETER_NAMES, PARAMETERS } from './parameters.ts';

/** What every parameter is in a project of this size when nobody has set anything. */
export function configOfSize(size: ComputeSize): PostgresConfig {
  const { settings } = SIZES[size];
  const defaults = PARAMETER_NAMES.flatMap((name) => {
    const { otherwise } = PARAMETERS[name];
    return otherwise === null ? [] : [[name, otherwise]];
  });
  return normalizeConfig({
    ...(Object.fromEntries(defaults) as PostgresConfig),
    shared_buffers: `${settings.sharedBuffersMb}MB`,
    max_connections: settings.maxConnections,
    max_wal_size: `${settings.maxWalSizeMb}MB`,
    max_wal_senders: settings.maxWalSenders,
    max_replication_slots: settings.maxReplicationSlots,
    max_slot_wal_keep_size: `${settings.maxSlotWalKeepMb}MB`,
    max_worker_processes: settings.maxWorkerProcesses,
    max_parallel_workers: settings.maxParallelWorkers,
    ...knownOf(settings.parameters ?? {}),
  });
}

/** Every parameter as it holds from the next start on. */
export function effectiveConfig(size: ComputeSize, config: PostgresConfig): PostgresConfig {
  return { ...configOfSize(size), ...config };
}

/**
 * What really differs from the size. Clients read all parameters, change one and send all of them back: the others must not be
 * pinned by that, or a bigger size would bring nothing.
 */
export function overridesOf(size: ComputeSize, config: PostgresConfig): PostgresConfig {
  const usual = configOfSize(size);
  return Object.fromEntries(
    PARAMETER_NAMES.flatMap((name) =>
      config[name] === undefined || config[name] === usual[name] ? [] : [[name, config[name]]],
    ),
  );
}

function knownOf(parameters: Record<string, string>): PostgresConfig {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => Object.hasOwn(PARAMETERS, name)));
}
