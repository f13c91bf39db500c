import type { ClusterSettings } from '@basalt/clusters';
import type { PostgresConfig } from '@basalt/contract';
import type { ProjectRow } from '../kernel/schema.ts';
import { SIZES } from './sizes.ts';

/** What a project's cluster is started with: its size, and on top the parameters that its people have set. */
export function settingsOf({
  compute_size,
  postgres_config,
}: Pick<ProjectRow, 'compute_size' | 'postgres_config'>): ClusterSettings {
  const { settings, memoryMb, cpus } = SIZES[compute_size];
  const parameters = { ...settings.parameters, ...toServerParameters(postgres_config) };
  return {
    ...settings,
    limits: { memoryMb, cpus },
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
}

/** As PostgreSQL reads them from its command line. */
function toServerParameters(config: PostgresConfig): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value),
    ]),
  );
}
