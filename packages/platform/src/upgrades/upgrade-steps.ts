import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterDriver, projectDatabaseRolePrivileges } from '@basalt/clusters';
import { CopyFailure, copyDatabase, type TransferProgress, withClient } from '@basalt/postgres';
import { followMajor, isExchanged, unlessExchanged } from '../backups/recovery/exchange-database.ts';
import { isDiskFull } from '../kernel/failures.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { OperationDefinition, Step, StepContext } from '../operations/definition.ts';
import { scratchOf } from '../operations/scratch-names.ts';
import { toStepProgress } from '../operations/step-progress.ts';
import { checkDatabase } from '../project-cluster/cluster-steps.ts';
import { settingsOf } from '../project-cluster/settings-of.ts';
import { findBlockers } from './check-eligibility.ts';
import { copySettings, privateSettings } from './copy-settings.ts';
import { majorOf, readUpgradeInput } from './upgrade-rules.ts';

const prepareServer: Step = unlessExchanged({
  name: 'prepare-server',
  title: 'Prepare the new server',
  run: async ({ clusters, operation }) => {
    const scratch = scratchOf('upgrade', operation.id);
    const { to } = readUpgradeInput(operation.input);
    // From the template: what needs a superuser is there before anything of the project is.
    await clusters.create({ ref: scratch, kind: 'scratch', major: majorOf(to), port: null });
  },
});

const serverReady: Step = unlessExchanged({
  name: 'server-ready',
  title: 'Wait until the new server is ready for the migration',
  run: async ({ clusters, operation, project }) => {
    const { address } = await clusters.start(
      scratchOf('upgrade', operation.id),
      copySettings(project),
      // What it fills (materialized views) may read the vault.
      { contentOf: project.ref },
    );
    await withClient(address, async (client) => void (await client.query('select 1')));
  },
});

const checks: Step = unlessExchanged({
  name: 'checks',
  title: 'Run pre-upgrade checks',
  run: async ({ clusters, project, operation }) => {
    const { to } = readUpgradeInput(operation.input);
    const [blocker] = await findBlockers(clusters, project.ref, majorOf(to));
    if (blocker !== undefined) throw new PlatformError('conflict', blocker.message);
  },
});

/** From here on nothing is written to the old database: its API answers 503 by the project's status, and its port is closed. */
const shutDownServices: Step = unlessExchanged({
  name: 'shut-down-services',
  title: 'Shut down API services',
  run: async ({ clusters, backups, project, note }) => {
    await note({ shut_down: true });
    await clusters.restart(project.ref, privateSettings(project));
    // What was committed until now stays recoverable from backups.
    await backups.ship(project.ref);
  },
});

const migrate: Step = unlessExchanged({
  name: 'migrate',
  title: 'Migrate to the new database',
  run: async (context) => {
    const { clusters, project, operation, note, report, signal } = context;
    const scratch = scratchOf('upgrade', operation.id);
    // A copy that was cut short is worth nothing: begin with a fresh server.
    if (operation.result.copy_begun === true) {
      await clusters.remove(scratch);
      await prepareServer.run(context);
    }
    const { address } = await clusters.start(scratch, copySettings(project), { contentOf: project.ref });
    const source = await clusters.start(project.ref, privateSettings(project));
    await note({ copy_begun: true });
    const onProgress = (progress: TransferProgress) => report(toStepProgress(progress));
    const copied = await flushMeanwhile(clusters, () =>
      copyDatabase(source.address, address, { signal, onProgress }).catch(sayWhere),
    );
    await note({ copied_bytes: copied.bytes, tables: copied.tables });
  },
});

/** People read at which object the copy failed; of a full disk there is something else to say. */
function sayWhere(error: unknown): never {
  if (!(error instanceof CopyFailure) || isDiskFull(error)) throw error;
  throw new PlatformError('conflict', error.message, { cause: error });
}

/** The new database takes the old one's place; the old one is kept under the operation's id. */
const executeMigration: Step = {
  name: 'execute-migration',
  title: 'Execute the migration',
  run: async (context) => {
    const { clusters, project, operation } = context;
    const scratch = scratchOf('upgrade', operation.id);
    if (!(await isExchanged(context))) {
      await clusters.stop(scratch);
      await clusters.stop(project.ref);
      await clusters.replace(project.ref, scratch, operation.id);
    }
    await followMajor(context);
    await clusters.start(project.ref, privateSettings(project));
  },
};

const updateExtensions: Step = {
  name: 'update-extensions',
  title: 'Update extensions',
  run: async ({ clusters, project, operation }) => {
    const { to } = readUpgradeInput(operation.input);
    const { address } = await clusters.start(project.ref, privateSettings(project));
    await withClient(address, async (client) => {
      // What the owner of a project may do is written anew for each major version. Extensions were made in the newest version
      // that the server has; their scripts would now find what users have put into their schemas.
      for (const script of projectDatabaseRolePrivileges(majorOf(to))) await client.query(script.sql);
    });
  },
};

const optimize: Step = {
  name: 'optimize',
  title: 'Optimize the database',
  run: async (context) => {
    const { clusters, project, report } = context;
    const { address } = await clusters.start(project.ref, privateSettings(project));
    report({ text: 'Tidying up', done_bytes: 0, total_bytes: null });
    // Statistics were gathered after the copy.
    await withClient(address, async (client) => void (await client.query('vacuum')), {
      answerTimeoutMs: null,
    });
    // Its port opens again.
    await clusters.restart(project.ref, settingsOf(project));
    await checkDatabase.run(context);
  },
};

/** Moves a project to a newer major version: a new cluster beside the old one, a logical copy, a switch. */
export const upgrade: OperationDefinition = {
  kind: 'upgrade',
  steps: [
    prepareServer,
    serverReady,
    checks,
    shutDownServices,
    migrate,
    executeMigration,
    updateExtensions,
    optimize,
  ],
  undo: goBack,
};

const PAUSE_MS = 1_000;

/**
 * Writes to disk what a copy has written so far, again and again until `work` ends: the flush that makes the copy last
 * then finds little left to do. What goes wrong is left to that flush.
 */
async function flushMeanwhile<T>(clusters: Pick<ClusterDriver, 'flush'>, work: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const flushing = flushUntil(clusters, done.signal);
  try {
    return await work();
  } finally {
    done.abort();
    await flushing;
  }
}

async function flushUntil(clusters: Pick<ClusterDriver, 'flush'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined); // cut short when the work has ended
    if (!signal.aborted) await clusters.flush().catch(() => undefined);
  }
}

/** Goes back to the old cluster, from wherever an upgrade was. The data that was moved is deleted. */
async function goBack(context: StepContext): Promise<void> {
  const { clusters, project, operation } = context;
  const { ref } = project;
  const scratch = scratchOf('upgrade', operation.id);
  // Until its port was closed nothing had happened to the old cluster.
  if (operation.result.shut_down !== true) return await clusters.remove(scratch);
  await clusters.stop(ref);
  if (await isExchanged(context)) await clusters.putBack(ref, operation.id, null);
  // Before the start: the copy may be what filled the disk.
  await clusters.remove(scratch);
  await followMajor(context);
  await clusters.start(ref, settingsOf(project));
  await checkDatabase.run(context);
}
