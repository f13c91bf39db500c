import type { ClusterSettings } from '@basalt/clusters';
import type { ProjectRow } from '../kernel/schema.ts';
import { settingsOf } from '../project-cluster/settings-of.ts';

/**
 * Settings under which nobody but the platform reaches a project's database: no port is open, so what is written to it while
 * it is being moved cannot be lost. Undone by the next start with its own settings.
 */
export function privateSettings(project: ProjectRow): ClusterSettings {
  const settings = settingsOf(project);
  return { ...settings, parameters: { ...settings.parameters, listen_addresses: '' } };
}
