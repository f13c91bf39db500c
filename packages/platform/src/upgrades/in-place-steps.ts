import { ClusterError } from '@basalt/clusters';
import { findInPlaceBlockers, withClient } from '@basalt/postgres';
import { quoteIdent } from '@basalt/sql';
import { shipNewest } from '../backups/kubernetes/ship-newest.ts';
import { followMajor } from '../backups/recovery/exchange-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { OperationDefinition, Step, StepContext } from '../operations/definition.ts';
import { checkDatabase, startCluster } from '../project-cluster/cluster-steps.ts';
import { keeperOf } from '../projects/keeper-of.ts';
import { majorOf, readUpgradeInput } from './upgrade-rules.ts';

/** Once the data has the new version there is nothing to look for and nowhere to go back to. */
function unlessUpgraded(step: Step): Step {
  return {
    ...step,
    run: async (context) => {
      if (!(await isUpgraded(context))) await step.run(context);
    },
  };
}

async function isUpgraded(context: StepContext): Promise<boolean> {
  const { to } = readUpgradeInput(context.operation.input);
  return (await keeperOf(context).major(context.project.ref)) === majorOf(to);
}

const checks: Step = unlessUpgraded({
  name: 'checks',
  title: 'Run pre-upgrade checks',
  run: async ({ clusters, project, operation }) => {
    const { to } = readUpgradeInput(operation.input);
    const [blocker] = await findInPlaceBlockers(await clusters.address(project.ref), majorOf(to));
    if (blocker !== undefined) throw new PlatformError('conflict', blocker.message);
  },
});

/** What can be restored afterwards ends here: the new version has an archive of its own. */
const keepWayBack: Step = unlessUpgraded({
  name: 'keep-way-back',
  title: 'Bring everything to the archive of the old version',
  run: async (context) => {
    const { project, operation, note } = context;
    const keeper = keeperOf(context);
    if (operation.result.left_at !== undefined) return;
    const { schedule, backups } = await keeper.backups(project.ref);
    if (schedule === null) return;
    const { from } = readUpgradeInput(operation.input);
    const isThere = backups.some(({ isRestorable, major }) => isRestorable && major === majorOf(from));
    if (!isThere) await keeper.backUp(project.ref, operation.id);
    const leftAt = new Date().toISOString();
    await shipNewest(context, project.ref);
    await note({ left_at: leftAt });
  },
});

const upgradeServers: Step = unlessUpgraded({
  name: 'upgrade-servers',
  title: 'Upgrade the servers',
  run: (context) => {
    const { to } = readUpgradeInput(context.operation.input);
    return keeperOf(context).upgrade(context.project.ref, majorOf(to));
  },
});

/** What the services need there is looked at anew, and who signs certificates. */
const prepareServices: Step = {
  name: 'prepare-services',
  title: 'Prepare the database for the services',
  run: async (context) => {
    const { clusters, project, operation, note } = context;
    const { ref, port } = project;
    await note({ is_upgraded: true });
    const { to } = readUpgradeInput(operation.input);
    await clusters.create({ ref, kind: 'project', major: majorOf(to), port });
    await followMajor(context);
    await startCluster.run(context);
  },
};

const OUTDATED_EXTENSIONS = `
  select e.extname as name from pg_catalog.pg_extension e
  join pg_catalog.pg_available_extensions a on a.name = e.extname
  where a.default_version <> e.extversion order by 1`;

/** An extension that stays as it is works as it did, and the report says so. */
const updateExtensions: Step = {
  name: 'update-extensions',
  title: 'Update extensions',
  run: async ({ clusters, project, note }) => {
    await withClient(
      await clusters.address(project.ref),
      async (client) => {
        const { rows } = await client.query<{ name: string }>(OUTDATED_EXTENSIONS);
        const problems: string[] = [];
        for (const { name } of rows)
          await client
            .query(`alter extension ${quoteIdent(name)} update`)
            .catch((error: Error) => void problems.push(`${name}: ${error.message}`));
        if (problems.length > 0) await note({ extension_problems: problems });
      },
      { answerTimeoutMs: null },
    );
  },
};

/** Statistics of tables do not come along until 18, and without them queries are planned blindly. */
const optimize: Step = {
  name: 'optimize',
  title: 'Optimize the database',
  run: async (context) => {
    const { clusters, project, report } = context;
    report({ text: 'Gathering statistics', done_bytes: 0, total_bytes: null });
    await withClient(
      await clusters.address(project.ref),
      async (client) => void (await client.query('analyze')),
      { answerTimeoutMs: null },
    );
    await checkDatabase.run(context);
  },
};

/** The archive of the new version begins with a backup, which is made while the project works. */
const beginBackup: Step = {
  name: 'begin-backup',
  title: 'Begin a backup of the new version',
  run: async (context) => {
    const { operation, project, note } = context;
    const keeper = keeperOf(context);
    try {
      if ((await keeper.backups(project.ref)).schedule !== null)
        await keeper.beginBackUp(project.ref, `${operation.id}-after`);
    } catch (error) {
      // The next one is made by schedule, and the upgrade is done.
      if (!(error instanceof ClusterError)) throw error;
      await note({ backup_problem: error.message });
    }
  },
};

/** Moves a project in Kubernetes to a newer major version, where its data is: CloudNativePG runs pg_upgrade on its volumes. */
export const upgradeInPlace: OperationDefinition = {
  kind: 'upgrade',
  steps: [checks, keepWayBack, upgradeServers, prepareServices, updateExtensions, optimize, beginBackup],
  undo: async (context) => {
    const { from } = readUpgradeInput(context.operation.input);
    // Upgraded data stays so, and the project goes on with it.
    if (await isUpgraded(context)) await context.note({ is_upgraded: true });
    else await keeperOf(context).upgrade(context.project.ref, majorOf(from));
    await startCluster.run(context);
    await followMajor(context);
    await checkDatabase.run(context);
  },
};
