import type { ClusterDriver } from '@basalt/clusters';
import {
  type CreateBranchInput,
  DEFAULT_COMPUTE_SIZE,
  MOST_BRANCHES,
  TRANSITIONS,
  type UpdateBranchInput,
} from '@basalt/contract';
import { setBackupSettings } from '../backups/schedule/backup-settings.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { randomLetters } from '../kernel/tokens.ts';
import { insertKeptProject } from '../lifecycle/creation/insert-kept-project.ts';
import { insertProject } from '../lifecycle/creation/insert-project.ts';
import { getMembership } from '../organizations/store.ts';
import { lockProject } from '../projects/lock-project.ts';
import { isKept } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { describeStatus } from '../projects/project-status.ts';
import { isActive } from '../projects/transitions.ts';
import { assertArchive } from './kubernetes/assert-archive.ts';
import { type BranchAccess, getBranch } from './store.ts';

const PASSWORD_LETTERS = 24;
const MB = 1024 * 1024;
/** The log of the copy, and what the databases at work need meanwhile. */
const MARGIN_BYTES = 512 * MB;

/**
 * Begins to make a branch: a project with a reference, a port, a password and keys of its own, whose content is copied from its
 * project, which goes on working.
 * @throws PlatformError `forbidden`, `not_found`, `conflict` with a sentence when there can be no such branch now
 */
export async function createBranch(
  dependencies: Dependencies,
  actor: Actor,
  input: CreateBranchInput,
): Promise<BranchAccess> {
  const { db, operations } = dependencies;
  const access = await permittedProject(db, actor, input.ref, 'manage_branches');
  const { project: source, organization } = access;
  if (access.parent !== null)
    throw new PlatformError('conflict', 'This is a branch itself. Create a branch of its project instead.');
  const { plan } = (await getMembership(db, actor, organization.slug)).organization;
  if (plan === 'free')
    throw new PlatformError(
      'conflict',
      'Branching needs the Pro plan. Change the plan of the organization first.',
    );
  assertActive(source);
  if (input.masked) assertMaskable(source, input);
  await assertCopyable(dependencies, source, input.masked ? 2 : 1);
  const { ref, operationId } = await db.transaction().execute(async (transaction) => {
    assertActive(await lockProject(transaction, source.id));
    await assertNameIsFree(transaction, source.id, input.branch_name);
    await assertRoomForAnother(transaction, source.id);
    const project = await insertBranchProject(transaction, dependencies, source, input);
    const operationId = await operations.insert(transaction, project.id, 'create_branch', actor.email, {
      source_id: source.id,
    });
    return { ref: project.ref, operationId };
  });
  await operations.start(operationId);
  return getBranch(db, actor, ref);
}

/** Copied by statements, which takes a server of 16 or newer. @throws PlatformError */
function assertMaskable(source: ProjectRow, { with_data }: CreateBranchInput): void {
  if (with_data !== true)
    throw new PlatformError('bad_request', 'A branch without data has nothing to mask. Set with_data too.', {
      field: 'masked',
    });
  if (isKept(source))
    throw new PlatformError(
      'conflict',
      'Rows are masked on the machine of Basalt, and the database of this project is in Kubernetes. Create the branch with all data, or without any.',
    );
  if (Number(source.postgres_engine) < 16)
    throw new PlatformError(
      'conflict',
      'Masked data needs PostgreSQL 16 or newer. Upgrade the project, or create the branch without data.',
    );
}

async function insertBranchProject(
  transaction: Transaction,
  dependencies: Dependencies,
  source: ProjectRow,
  input: CreateBranchInput,
): Promise<ProjectRow> {
  const { organization_id, region, release_channel, postgres_engine, disk_size_gb } = source;
  const {
    branch_name: name,
    git_branch = null,
    persistent = false,
    with_data = false,
    masked = false,
  } = input;
  const insert = isKept(source) ? insertKeptProject : insertProject;
  const project = await insert(transaction, dependencies, {
    organization_id,
    name,
    region,
    release_channel,
    postgres_engine,
    disk_size_gb,
    compute_size: input.desired_instance_size ?? DEFAULT_COMPUTE_SIZE,
    status: TRANSITIONS.create_branch.during,
    password: randomLetters(PASSWORD_LETTERS),
    sourceId: source.id,
  });
  await transaction
    .insertInto('branches')
    .values({
      project_id: project.id,
      parent_id: source.id,
      name,
      git_branch,
      persistent,
      with_data,
      masked,
      ...lifetimeOf(input),
    })
    .execute();
  await followPersistence(transaction, project.id, persistent);
  return project;
}

const HOUR_MS = 3_600_000;

/** What was said of how long a branch lives and when it is paused, as columns. */
export function lifetimeOf({
  delete_after_hours: hours,
  pause_after_minutes: minutes,
}: Pick<UpdateBranchInput, 'delete_after_hours' | 'pause_after_minutes'>) {
  return {
    ...(hours !== undefined && {
      deletion_scheduled_at: hours === null ? null : new Date(Date.now() + hours * HOUR_MS),
    }),
    ...(minutes !== undefined && { pause_after_minutes: minutes, idle_since: null, idle_counts: null }),
  };
}

/** A branch that does not persist is a copy that can be made again: nothing of it is kept for later. */
export async function followPersistence(
  transaction: Transaction,
  projectId: number,
  persistent: boolean,
): Promise<void> {
  const since = persistent ? { pitr_since: new Date() } : {};
  await setBackupSettings(transaction, projectId, {
    enabled: persistent,
    pitr_enabled: persistent,
    ...since,
  });
}

/** @throws PlatformError `conflict` */
export async function assertNameIsFree(
  transaction: Transaction,
  parentId: number,
  name: string,
): Promise<void> {
  const taken = await transaction
    .selectFrom('branches')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (taken !== undefined)
    throw new PlatformError('conflict', `There is a branch called ${name} already. Choose another name.`, {
      field: 'branch_name',
    });
}

async function assertRoomForAnother(transaction: Transaction, parentId: number): Promise<void> {
  const { count } = await transaction
    .selectFrom('branches')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', parentId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_BRANCHES)
    throw new PlatformError(
      'conflict',
      `A project has ${MOST_BRANCHES} branches at most. Delete one of them first.`,
    );
}

/** Only what runs can be copied. @throws PlatformError `conflict` */
export function assertActive({ status }: Pick<ProjectRow, 'status'>): void {
  if (!isActive(status))
    throw new PlatformError(
      'conflict',
      `The project cannot be copied now: ${describeStatus(status)}. It must be running.`,
    );
}

/**
 * Refuses to copy what would fill the disk, or, in Kubernetes, what has no archive to make a copy of. `copies` are there at the same time.
 * @throws PlatformError `conflict`
 */
export async function assertCopyable(
  dependencies: Pick<Dependencies, 'clusters' | 'db' | 'keeper'>,
  source: ProjectRow,
  copies = 1,
): Promise<void> {
  if (isKept(source)) await assertArchive(dependencies, source);
  else await assertSpaceFor(dependencies.clusters, source.ref, copies);
}

/** Where the file system can share blocks it takes much less, which nobody can tell before. */
async function assertSpaceFor(clusters: ClusterDriver, sourceRef: string, copies: number): Promise<void> {
  const [{ diskFreeBytes: free }, { diskBytes }] = await Promise.all([
    clusters.capacity(),
    clusters.stats(sourceRef, { memory: false, quietAgeMs: 60_000 }),
  ]);
  const needed = copies * diskBytes + MARGIN_BYTES;
  if (free === null || free >= needed) return;
  const inMb = (bytes: number) => `${Math.ceil(bytes / MB)} MB`;
  throw new PlatformError(
    'conflict',
    `The copy needs about ${inMb(needed)} of disk space, and ${inMb(free)} are free. Free some space and try again.`,
  );
}
