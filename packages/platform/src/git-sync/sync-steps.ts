import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError } from '@basalt/clusters';
import { type ConnectionTarget, runQuery } from '@basalt/postgres';
import { quoteLiteral } from '@basalt/sql';
import { namePresent } from '../backups/recovery/restore-points.ts';
import { readPolicy } from '../backups/schedule/backup-settings.ts';
import { HISTORY, migrationRecord, PREPARE_HISTORY } from '../database/migrations/migration-record.ts';
import { serveDeployments } from '../functions/deploy-functions.ts';
import { isDatabaseAway, sentenceOf } from '../kernel/failures.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { OperationDefinition, Step, StepContext } from '../operations/definition.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { startProject } from '../project-cluster/start-project.ts';
import { isKept } from '../projects/own-cluster.ts';
import { type PlannedFunction, type PlannedMigration, planSync, type SyncPlan } from './plan.ts';
import { runRecorded, type SqlFailure } from './run-recorded.ts';
import {
  endEntries,
  entryState,
  forgetFiles,
  listPaths,
  noteSync,
  readFile,
  restorePointOf,
  writeEntry,
} from './store.ts';

const SEEDS_TABLE = 'supabase_migrations.seed_files';
/** As the command line makes it. */
const PREPARE_SEEDS = `create schema if not exists supabase_migrations;
create table if not exists ${SEEDS_TABLE} (path text not null primary key, hash text not null);`;

async function planOf({ db, operation: { id } }: StepContext): Promise<SyncPlan> {
  const config = await readFile(db, id, 'config.toml');
  return planSync(await listPaths(db, id), config?.toString('utf8') ?? null);
}

/** Everything runs as the project's own people: never with more rights than they have. */
async function databaseOf({ clusters, project }: StepContext): Promise<ConnectionTarget> {
  await startProject(clusters, project);
  return { ...(await clusters.address(project.ref)), user: OWNER_ROLE, applicationName: 'basalt-git' };
}

const ATTEMPTS = 5;
const PAUSE_MS = 500;

/**
 * Does something with the database that may be done again: it has died, and is started anew. Where it stays away nothing is known against the
 * version, which is tried again later.
 */
async function patiently(context: StepContext, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isAway =
        isDatabaseAway(error) ||
        error instanceof ClusterError ||
        (error instanceof PlatformError && error.code === 'unavailable');
      if (!isAway) throw error;
      if (attempt === ATTEMPTS) {
        await noteSync(context.db, context.operation.id, { is_cut_short: true });
        throw error;
      }
      await sleep(PAUSE_MS * attempt, undefined, { signal: context.signal });
    }
  }
}

/** Of a project itself that is restored in place; a branch can be reset. */
async function nameMoment({ db, operation, project }: StepContext): Promise<void> {
  if (isKept(project) || (await isBranch(db, project.id))) return;
  if ((await restorePointOf(db, operation.id)) !== null) return;
  if (!(await readPolicy(db, project)).pitrEnabled) return;
  const name = `git-${operation.id.slice(0, 8)}`;
  await namePresent(db, project.id, name);
  await noteSync(db, operation.id, { restore_point: name });
}

async function isBranch(db: StepContext['db'], projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('branches')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row !== undefined;
}

const migrate: Step = {
  name: 'migrate',
  title: 'Run the migrations',
  run: (context) => patiently(context, () => runMigrations(context)),
};

async function runMigrations(context: StepContext): Promise<void> {
  const { db, operation, signal } = context;
  const { migrations, skipped } = await planOf(context);
  for (const { kind, path, message } of skipped)
    await writeEntry(db, operation.id, { kind, path, state: 'skipped', message });
  if (migrations.length === 0) return;
  const target = await databaseOf(context);
  await runQuery(target, PREPARE_HISTORY);
  const { rows } = await runQuery(target, `select version from ${HISTORY}`);
  const ran = new Set(rows.map(({ version }) => String(version)));
  if (migrations.some(({ version }) => !ran.has(version))) await nameMoment(context);
  for (const migration of migrations) {
    signal.throwIfAborted();
    await runMigration(context, target, migration, ran);
  }
}

async function runMigration(
  context: StepContext,
  target: ConnectionTarget,
  { path, version, name }: PlannedMigration,
  ran: ReadonlySet<string>,
): Promise<void> {
  const { db, operation } = context;
  const entry = { kind: 'migration' as const, path };
  if (ran.has(version)) {
    // It was cut short after the database had it.
    if ((await entryState(db, operation.id, entry)) === 'running')
      await writeEntry(db, operation.id, { ...entry, state: 'done' });
    return;
  }
  const text = await textOf(context, path);
  const record = migrationRecord({ statements: [text], name, version, createdBy: undefined, key: undefined });
  await runFile(context, target, entry, text, record);
}

/** @throws PlatformError `sql_error` that says where it failed; what came before stays */
async function runFile(
  { db, operation, signal }: StepContext,
  target: ConnectionTarget,
  entry: { kind: 'migration' | 'seed'; path: string },
  text: string,
  record: string,
): Promise<void> {
  await writeEntry(db, operation.id, { ...entry, state: 'running' });
  const began = performance.now();
  const failure = await runRecorded(target, text, record, signal);
  const milliseconds = Math.round(performance.now() - began);
  await writeEntry(db, operation.id, {
    ...entry,
    state: failure === null ? 'done' : 'failed',
    milliseconds,
    ...failure,
  });
  if (failure !== null) throw new PlatformError('sql_error', describe(entry.path, failure));
}

function describe(path: string, { line, message }: SqlFailure): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return `${path}${line === null ? '' : `, line ${line}`}: ${sentence}`;
}

async function textOf({ db, operation }: StepContext, path: string): Promise<string> {
  const bytes = await readFile(db, operation.id, path);
  if (bytes === null) throw new Error(`The file ${path} of an operation is not kept any more.`);
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\0')) throw new PlatformError('bad_request', `${path} is no text.`);
  return text;
}

/** Once, and not into a copy of the project's rows: they may be there already. */
const seed: Step = {
  name: 'seed',
  title: 'Fill in the seed data',
  run: (context) => patiently(context, () => runSeeds(context)),
};

async function runSeeds(context: StepContext): Promise<void> {
  const { db, operation, project, signal } = context;
  const { seeds } = await planOf(context);
  if (seeds.length === 0) return;
  const branch = await db
    .selectFrom('branches')
    .select('with_data')
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  if (branch === undefined || branch.with_data) {
    for (const path of seeds)
      await writeEntry(db, operation.id, {
        kind: 'seed',
        path,
        state: 'skipped',
        message:
          branch === undefined
            ? 'The project has rows of its own.'
            : 'The branch has the rows of its project.',
      });
    return;
  }
  const target = await databaseOf(context);
  await runQuery(target, PREPARE_SEEDS);
  const { rows } = await runQuery(target, `select path from ${SEEDS_TABLE}`);
  const ran = new Set(rows.map(({ path }) => String(path)));
  for (const path of seeds) {
    signal.throwIfAborted();
    const entry = { kind: 'seed' as const, path };
    const recorded = `supabase/${path}`;
    if (ran.has(recorded)) {
      if ((await entryState(db, operation.id, entry)) === 'running')
        await writeEntry(db, operation.id, { ...entry, state: 'done' });
      continue;
    }
    const text = await textOf(context, path);
    const hash = createHash('sha256').update(text).digest('hex');
    const record = `insert into ${SEEDS_TABLE} (path, hash) values (${quoteLiteral(recorded)}, ${quoteLiteral(hash)});`;
    await runFile(context, target, entry, text, record);
  }
}

/** Each that is not served as it is already. One that cannot be built does not keep the others from being deployed. */
const deploy: Step = {
  name: 'deploy-functions',
  title: 'Deploy the functions',
  run: async (context) => {
    const { functions } = await planOf(context);
    const failures: string[] = [];
    for (const planned of functions) {
      context.signal.throwIfAborted();
      const failure = await deployFunction(context, planned);
      if (failure !== null) failures.push(failure);
    }
    if (failures.length > 0) throw new PlatformError('bad_request', failures.join(' '));
  },
};

/** Null: it is served. */
async function deployFunction(context: StepContext, planned: PlannedFunction): Promise<string | null> {
  const { db, functionFiles, operation, project } = context;
  const { slug, entrypoint, importMap, verifyJwt } = planned;
  const entry = { kind: 'function' as const, path: `functions/${slug}` };
  await writeEntry(db, operation.id, { ...entry, state: 'running' });
  const began = performance.now();
  try {
    const files = await Promise.all(
      planned.files.map(async (path) => ({
        path,
        bytes: (await readFile(db, operation.id, `functions/${path}`)) ?? Buffer.alloc(0),
      })),
    );
    const { digest, bundle } = await functionFiles.add(project.ref, { files, entrypoint, importMap });
    const served = await db
      .selectFrom('functions')
      .select(['digest', 'verify_jwt'])
      .where('project_id', '=', project.id)
      .where('slug', '=', slug)
      .executeTakeFirst();
    const isServed = served?.digest === digest && (verifyJwt === null || served.verify_jwt === verifyJwt);
    if (!isServed)
      await serveDeployments({ db, functionFiles }, project, null, [
        { slug, name: null, digest, entrypoint: bundle.entrypoint, importMap: bundle.importMap, verifyJwt },
      ]);
    await writeEntry(db, operation.id, {
      ...entry,
      ...(isServed ? { state: 'skipped', message: 'It is served like this already.' } : { state: 'done' }),
      milliseconds: Math.round(performance.now() - began),
    });
    return null;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    await writeEntry(db, operation.id, { ...entry, state: 'failed', message: sentence });
    return `${entry.path}: ${sentence}`;
  }
}

const forget: Step = {
  name: 'forget-files',
  title: 'Put the files away',
  run: ({ db, operation }) => forgetFiles(db, operation.id),
};

/** Brings a branch to a version of its repository. What has run stays when something later fails. */
export const syncGit: OperationDefinition = {
  kind: 'sync_git',
  steps: [migrate, seed, deploy, forget],
  undo: async ({ db, operation }) => {
    await endEntries(db, operation.id);
    await forgetFiles(db, operation.id);
  },
};
