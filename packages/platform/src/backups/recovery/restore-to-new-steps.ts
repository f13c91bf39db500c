import type { PostgresMajor } from '@basalt/clusters';
import type { PostgresEngine } from '@basalt/contract';
import type { OperationDefinition, Step, StepContext } from '../../operations/definition.ts';
import { scratchOf } from '../../operations/scratch-names.ts';
import { checkDatabase, setPassword, startCluster } from '../../project-cluster/cluster-steps.ts';
import { checkPrivileges } from './check-privileges.ts';
import { readRecoveryRequest, resolveRecoveryRequest } from './recovery-request.ts';
import { settingsContentAt } from './restore-settings.ts';

const recover: Step = {
  name: 'recover',
  title: 'Restore the backup',
  run: async (context) => {
    const { backups, clusters, db, operation, project, report, signal, note } = context;
    if ((await clusters.status(project.ref)) !== 'absent') return;
    const scratch = scratchOf('new', operation.id);
    if (operation.result.recovered === true && (await clusters.listScratch()).includes(scratch)) return;
    const { id, ref } = sourceOf(context);
    const { target, settingsAt } = await resolveRecoveryRequest(db, id, readRecoveryRequest(operation.input));
    const onProgress = (done: number, total: number | null) =>
      report({ text: 'Restoring the backup', done_bytes: done, total_bytes: total });
    const { major } = await backups.restore({ ref, scratch, target, onProgress, signal });
    await note({ recovered: true, major, settings_at: settingsAt });
  },
};

const check: Step = {
  name: 'check-privileges',
  title: 'Check who may do what in the restored database',
  run: async ({ clusters, operation, project }) => {
    if ((await clusters.status(project.ref)) !== 'absent') return;
    await checkPrivileges(clusters, scratchOf('new', operation.id));
  },
};

const create: Step = {
  name: 'create-cluster',
  title: 'Create the database',
  run: async ({ clusters, db, operation, project }) => {
    const { ref, port } = project;
    const major = Number(operation.result.major) as PostgresMajor;
    const scratch = scratchOf('new', operation.id);
    await clusters.create({ ref, kind: 'project', major, port }, { scratch });
    await db
      .updateTable('projects')
      .set({ postgres_engine: String(major) as PostgresEngine })
      .where('id', '=', project.id)
      .execute();
  },
};

/** Bytes of objects never change, so rows of any moment find theirs. Those that no row refers to are in nobody's way. */
export const copyObjects: Step = {
  name: 'copy-objects',
  title: 'Bring the files along',
  run: (context) => context.objectFiles.copyAll(sourceOf(context).ref, context.project.ref),
};

/** Only what is no secret: the new project has keys of its own from the beginning. */
export const copySettings: Step = {
  name: 'copy-settings',
  title: 'Copy the API settings',
  run: async (context) => {
    const { db, operation, project } = context;
    const { settings_at } = operation.result;
    if (typeof settings_at !== 'string') return;
    const content = await settingsContentAt(db, sourceOf(context).id, settings_at);
    const settings = content?.project_api_settings;
    if (settings == null) return;
    await db
      .updateTable('project_api_settings')
      .set({
        postgrest: JSON.stringify(settings.postgrest),
        auth: JSON.stringify(settings.auth),
        storage: JSON.stringify(settings.storage ?? {}),
        realtime: JSON.stringify(settings.realtime ?? {}),
      })
      .where('project_id', '=', project.id)
      .execute();
  },
};

/** The project whose backup is used. */
export function sourceOf({ operation: { input } }: StepContext): { id: number; ref: string } {
  return { id: Number(input.source_id), ref: String(input.source_ref) };
}

/** Makes a project from a backup, or a moment, of another one. */
export const restoreToNew: OperationDefinition = {
  kind: 'restore_to_new',
  steps: [recover, check, create, copyObjects, copySettings, startCluster, setPassword, checkDatabase],
  undo: async ({ clusters, objectFiles, operation, project }) => {
    await clusters.remove(project.ref);
    await objectFiles.removeAll(project.ref);
    await clusters.remove(scratchOf('new', operation.id));
  },
};
