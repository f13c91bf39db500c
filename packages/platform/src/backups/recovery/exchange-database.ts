import { BackupError, ClusterError } from '@basalt/clusters';
import type { PostgresEngine } from '@basalt/contract';
import type { Transaction } from '../../kernel/open-database.ts';
import type { Step, StepContext } from '../../operations/definition.ts';
import { onDatabase } from '../../project-cluster/on-database.ts';
import { readPolicy } from '../schedule/backup-settings.ts';
import { restoreSettings, settingsMoment } from './restore-settings.ts';

// What operations share that put another database in the place of a project's.

/** Whether the former database is kept under this operation's id: the exchange has happened. */
export async function isExchanged({ clusters, project, operation }: StepContext): Promise<boolean> {
  return (await clusters.kept(project.ref)).some(({ id }) => id === operation.id);
}

/** The operation may start over after the exchange: what was asked for is in place then, and the former database is kept. */
export function unlessExchanged(step: Step): Step {
  return {
    ...step,
    run: async (context) => {
      if (!(await isExchanged(context))) await step.run(context);
    },
  };
}

/** Makes the present itself a moment that can be restored: a transaction after everything else, and all of it in the store. */
export async function archivePresent(context: StepContext): Promise<void> {
  const { clusters, project } = context;
  const status = await clusters.status(project.ref).catch(() => 'absent');
  if (status === 'running') await writeMarker(context);
  await shipRest(context);
}

async function writeMarker(context: StepContext): Promise<void> {
  await onDatabase(context, async (client) => {
    // Also where the database takes no writes for now.
    await client.query('begin read write');
    await client.query("select pg_catalog.pg_logical_emit_message(true, 'basalt', $1::text)", [
      context.operation.id,
    ]);
    await client.query('commit');
  });
}

/**
 * Brings what is left of the log into the store. When that fails the exchange goes on: the former database is kept whole, and a
 * broken archive must not keep anyone from restoring.
 */
export async function shipRest({ backups, db, project, note }: StepContext): Promise<void> {
  const { pitrEnabled } = await readPolicy(db, project);
  if (!pitrEnabled) return;
  try {
    await backups.ship(project.ref);
  } catch (error) {
    if (!(error instanceof BackupError || error instanceof ClusterError)) throw error;
    await note({ archive_problem: error.message });
  }
}

/** Stops the present database. A damaged one cannot be stopped and need not be. */
export async function stopPresent({ clusters, project }: StepContext): Promise<void> {
  await clusters.stop(project.ref).catch((error: unknown) => {
    if (!(error instanceof ClusterError) || error.code === 'stop_failed') throw error;
  });
}

/** Stops the present database and remembers until when it was the one in force. */
export async function retireDatabase(context: StepContext): Promise<void> {
  const { project, operation, note, db } = context;
  await stopPresent(context);
  await shipRest(context);
  if (operation.result.left_at === undefined) await note({ left_at: await settingsMoment(db, project.id) });
}

/** The database that is in place now says which version the project has. */
export async function followMajor({ clusters, project, db }: StepContext): Promise<void> {
  const engine = String(await clusters.major(project.ref)) as PostgresEngine;
  await db.updateTable('projects').set({ postgres_engine: engine }).where('id', '=', project.id).execute();
}

/** Whoever knows the moment has noted it as `settings_at`. */
export const restoreParts: Step = {
  name: 'restore-settings',
  title: 'Restore keys and settings',
  run: async (context) => {
    const { settings_at } = context.operation.result;
    if (typeof settings_at === 'string') await putPartsBack(context, settings_at);
  },
};

/** Puts everything that belongs to the same recovery point back to a moment. */
async function putPartsBack({ db, project, note }: StepContext, at: string): Promise<void> {
  await note({ parts_touched: true });
  await db.transaction().execute(async (transaction) => {
    for (const part of RECOVERY_PARTS) await part.restoreTo(transaction, project, at);
  });
}

/**
 * Takes an exchange back.
 * @param keepAs name under which the database that was put in place is kept; null: it is deleted
 */
export async function undoExchange(context: StepContext, keepAs: string | null): Promise<void> {
  const { clusters, project, operation } = context;
  if (await isExchanged(context)) {
    await clusters.stop(project.ref);
    await clusters.putBack(project.ref, operation.id, keepAs);
  }
  await followMajor(context);
  const { parts_touched, left_at } = operation.result;
  if (parts_touched === true && typeof left_at === 'string') await putPartsBack(context, left_at);
}

/**
 * Something of a project that lives outside its database and yet belongs to the same recovery point: whoever restores a moment
 * gets all parts as they were then. Storage files and edge functions join here.
 */
export interface RecoveryPart {
  name: string;
  /**
   * Puts the part back to what it was at a moment, an ISO 8601 time. In one transaction with the other parts; repeated, it does
   * no harm. Where nothing is known of the moment the part stays as it is.
   */
  restoreTo(transaction: Transaction, project: { id: number; ref: string }, at: string): Promise<void>;
}

const RECOVERY_PARTS: readonly RecoveryPart[] = [
  { name: 'settings', restoreTo: (transaction, project, at) => restoreSettings(transaction, project.id, at) },
];
