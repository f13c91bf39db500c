import { BackupError, type BaseBackup } from '@basalt/clusters';
import type { PostgresEngine } from '@basalt/contract';
import type { BackupRow } from '../../kernel/schema.ts';
import type { OperationDefinition, Step, StepContext } from '../../operations/definition.ts';
import { shipRest } from '../recovery/exchange-database.ts';
import { pruneBackups } from './prune-backups.ts';

const copy: Step = {
  name: 'copy',
  title: 'Copy the database',
  run: async (context) => {
    const { backups, project, report, signal } = context;
    const row = await rowOf(context);
    if (row === null || row.state === 'done') return;
    const onProgress = (done: number, total: number | null) =>
      report({ text: 'Copying the database', done_bytes: done, total_bytes: total });
    try {
      const base =
        (await findTaken(context, row)) ?? (await backups.takeBase(project.ref, { onProgress, signal }));
      await writeDown(context, row, base);
      // Moments can be restored once the changes up to the end of the copy are in the store.
      await shipRest(context);
    } catch (error) {
      // One that made way for something else is neither good nor failed, and is due again.
      if (signal.aborted) await forget(context, row.id);
      else if (error instanceof BackupError) await fail(context, row.id, error.message);
      throw error;
    }
  },
};

const prune: Step = {
  name: 'prune',
  title: 'Delete backups that are too old',
  run: (context) => pruneBackups(context, context.project),
};

/** The row that was written when the operation began; null: somebody has deleted it. */
async function rowOf({ db, operation }: StepContext): Promise<BackupRow | null> {
  const id = Number(operation.result.backup_id);
  const row = await db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** A copy that was finished by an attempt which was killed before it could write that down. */
async function findTaken(
  { backups, db, project }: StepContext,
  { started_at }: BackupRow,
): Promise<BaseBackup | null> {
  const known = await db
    .selectFrom('backups')
    .select('stored_as')
    .where('project_id', '=', project.id)
    .execute();
  const names = new Set(known.map(({ stored_as }) => stored_as));
  const taken = await backups.list(project.ref);
  return taken.findLast(({ id, startedAt }) => startedAt >= started_at && !names.has(id)) ?? null;
}

async function writeDown({ db }: StepContext, { id }: BackupRow, base: BaseBackup): Promise<void> {
  await db
    .updateTable('backups')
    .set({
      state: 'done',
      error: null,
      postgres_engine: String(base.major) as PostgresEngine,
      stored_as: base.id,
      started_at: base.startedAt,
      finished_at: base.finishedAt,
      stored_bytes: base.storedBytes,
      data_bytes: base.dataBytes,
    })
    .where('id', '=', id)
    .execute();
}

async function fail({ db }: Pick<StepContext, 'db'>, id: number, error: string): Promise<void> {
  await db
    .updateTable('backups')
    .set({ state: 'failed', error, finished_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

async function forget({ db }: StepContext, id: number): Promise<void> {
  await db.deleteFrom('backups').where('id', '=', id).where('state', '=', 'running').execute();
}

export const backUp: OperationDefinition = {
  kind: 'back_up',
  steps: [copy, prune],
  undo: async (context) => {
    const row = await rowOf(context);
    if (row !== null) await fail(context, row.id, 'It did not come to its end. The log has the details.');
  },
};
