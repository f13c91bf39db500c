import type { PostgresMajor } from '@basalt/clusters';
import type { OperationDefinition, Step } from '../../operations/definition.ts';
import { checkDatabase, startCluster } from '../../project-cluster/cluster-steps.ts';
import { settingsOf } from '../../project-cluster/settings-of.ts';
import { copyObjects, copySettings, sourceOf } from '../recovery/restore-to-new-steps.ts';
import type { KeptSource } from './kept-backups.ts';
import { shipNewest } from './ship-newest.ts';

const bringNewest: Step = {
  name: 'bring-newest',
  title: 'Bring the newest changes to the archive',
  run: async (context) => {
    const { operation, note } = context;
    const { at, is_past } = operation.input as KeptSource;
    if (operation.result.settings_at !== undefined) return;
    if (!is_past) await shipNewest(context, sourceOf(context).ref);
    await note({ settings_at: at });
  },
};

const create: Step = {
  name: 'create-cluster',
  title: 'Restore the archive into a new database',
  run: async (context) => {
    const { clusters, operation, project } = context;
    const { ref, port } = project;
    const { at, backup_name: backup } = operation.input as KeptSource;
    const origin = {
      ref: sourceOf(context).ref,
      until: backup === null ? { at: new Date(at) } : { backup },
      settings: settingsOf(project),
    };
    const major = Number(project.postgres_engine) as PostgresMajor;
    await clusters.create({ ref, kind: 'project', major, port }, { origin });
  },
};

/** Makes a project from the archive of another one in Kubernetes. The roles of its database are its owner's own, passwords too. */
export const restoreKeptToNew: OperationDefinition = {
  kind: 'restore_to_new',
  steps: [bringNewest, create, copyObjects, copySettings, startCluster, checkDatabase],
  undo: async ({ clusters, objectFiles, project }) => {
    await clusters.remove(project.ref);
    await objectFiles.removeAll(project.ref);
  },
};
