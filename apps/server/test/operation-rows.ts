import { MERGE_RISKS, type Operation } from '@basalt/contract';
import { expect } from 'vitest';
import { HAS_GIT } from './git-of-projects.ts';
import { eventually, newBranch, type ProjectsAtWork } from './projects-at-work.ts';

/** One operation: how a project gets to where it may begin, how it begins, and what must be true at the end. */
export interface Row {
  kind: Operation['kind'];
  /** Where there is more than one of a kind. */
  name?: string;
  /** Gives the ref of the project that the operation works on. */
  prepare(): Promise<string>;
  act(ref: string): Promise<unknown>;
  /** The project that it works on, where that is made by it; asked afterwards. */
  worksOn?(): Promise<string>;
  /** Statuses the project may end with; null: gone. */
  ends: readonly (string | null)[];
  /** What must be true besides, of an operation that has ended so. */
  holds?(state: Operation['state'] | undefined): Promise<void>;
  /** Statuses it may have where the operation could not be done; default: it must be. */
  otherwise?: readonly (string | null)[];
  /** The steps that are tried; default: all that it had when it ran undisturbed, which must be known of what it works on. */
  steps?: readonly string[];
}

/** Every operation that moves data, in an order in which each finds what it needs. */
export function operationRows(at: ProjectsAtWork): Row[] {
  let merges = 0;
  return [
    {
      kind: 'pause',
      prepare: () => at.inStatus(at.shared, 'ACTIVE_HEALTHY'),
      act: (ref) => at.post(`/platform/projects/${ref}/pause`),
      ends: ['INACTIVE'],
    },
    {
      kind: 'restore',
      prepare: () => at.inStatus(at.shared, 'INACTIVE'),
      act: (ref) => at.post(`/platform/projects/${ref}/restore`),
      ends: ['ACTIVE_HEALTHY'],
      otherwise: ['RESTORE_FAILED'],
    },
    {
      kind: 'restart',
      prepare: () => at.inStatus(at.shared, 'ACTIVE_HEALTHY'),
      act: (ref) => at.post(`/platform/projects/${ref}/restart`),
      ends: ['ACTIVE_HEALTHY'],
    },
    {
      kind: 'resize',
      prepare: () => at.inStatus(at.shared, 'ACTIVE_HEALTHY'),
      act: async (ref) => {
        const { body } = await at.platform.api('GET', `/platform/projects/${ref}/compute`);
        const size = (body as { size: string }).size === 'nano' ? 'micro' : 'nano';
        await at.platform.fire('PATCH', `/platform/projects/${ref}/compute`, { size });
      },
      ends: ['ACTIVE_HEALTHY'],
    },
    {
      kind: 'back_up',
      prepare: () => at.inStatus(at.shared, 'ACTIVE_HEALTHY'),
      act: (ref) => at.post(`/platform/database/${ref}/backups`),
      ends: ['ACTIVE_HEALTHY'],
    },
    {
      kind: 'restore_backup',
      prepare: () => at.inStatus(at.shared, 'ACTIVE_HEALTHY'),
      act: (ref) => at.post(`/platform/database/${ref}/backups/pitr`, { at: at.moment }),
      ends: ['ACTIVE_HEALTHY'],
    },
    {
      kind: 'return_to',
      prepare: () => at.inStatus(at.shared, 'ACTIVE_HEALTHY'),
      act: async (ref) => {
        const [point] = (await at.overview(ref)).kept_databases;
        await at.post(`/platform/database/${ref}/kept-databases/${point?.id}/return`);
      },
      ends: ['ACTIVE_HEALTHY'],
    },
    {
      kind: 'upgrade',
      prepare: () => at.newProject('16'),
      act: (ref) => at.post(`/platform/projects/${ref}/upgrade`, { target_version: '17' }),
      ends: ['ACTIVE_HEALTHY'],
    },
    {
      kind: 'create_branch',
      prepare: async () => {
        await at.removeBranches();
        const ref = await at.inStatus(at.shared, 'ACTIVE_HEALTHY');
        await confide(at, ref);
        return ref;
      },
      // Has all steps of a plain one, which the next row takes apart.
      act: (ref) => at.post(`/v1/projects/${ref}/branches`, { ...newBranch(), masked: true }),
      worksOn: () => at.maskedBranch(),
      ends: ['ACTIVE_HEALTHY'],
      otherwise: ['INIT_FAILED'],
      holds: async (state) => {
        if (state === 'done') await isMasked(at, await at.maskedBranch());
      },
    },
    {
      kind: 'reset_branch',
      prepare: async () => at.inStatus(await at.branch(), 'ACTIVE_HEALTHY'),
      act: (ref) => at.post(`/v1/branches/${ref}/reset`),
      ends: ['ACTIVE_HEALTHY'],
    },
    {
      kind: 'reset_branch',
      name: 'reset_branch, masked',
      prepare: async () => at.inStatus(await at.branch({ masked: true }), 'ACTIVE_HEALTHY'),
      act: (ref) => at.post(`/v1/branches/${ref}/reset`),
      ends: ['ACTIVE_HEALTHY'],
      holds: async () => isMasked(at, await at.maskedBranch()),
      steps: ['copy-database', 'mask-rows', 'fill-database', 'discard-copy', 'try-copy', 'exchange'],
    },
    {
      kind: 'merge_branch',
      prepare: async () => {
        await at.inStatus(at.shared, 'ACTIVE_HEALTHY');
        const ref = await at.inStatus(await at.branch(), 'ACTIVE_HEALTHY');
        merges += 1;
        await createTable(at, ref, `merged_${merges}`);
        await at.platform.api('POST', `/v1/projects/${ref}/secrets`, [
          { name: `MERGED_${merges}`, value: 'of the branch' },
        ]);
        return ref;
      },
      act: (ref) =>
        at.post(`/v1/branches/${ref}/merge`, {
          accepted_risks: [...MERGE_RISKS],
          secrets: [`MERGED_${merges}`],
        }),
      worksOn: async () => at.shared,
      ends: ['ACTIVE_HEALTHY'],
      holds: async (state) => {
        await isWritten(at, at.shared, `merged_${merges}`, state);
        await isKnown(at, at.shared, `MERGED_${merges}`, state);
      },
    },
    {
      kind: 'push_branch',
      prepare: async () => {
        const ref = await at.inStatus(await at.branch({ masked: true }), 'ACTIVE_HEALTHY');
        await at.inStatus(at.shared, 'ACTIVE_HEALTHY');
        merges += 1;
        await createTable(at, at.shared, `pushed_${merges}`);
        return ref;
      },
      act: (ref) => at.post(`/v1/branches/${ref}/push`, { accepted_risks: ['data_loss'] }),
      ends: ['ACTIVE_HEALTHY'],
      holds: async (state) => isWritten(at, await at.maskedBranch(), `pushed_${merges}`, state),
    },
    ...(HAS_GIT ? [followsRepository(at)] : []),
    {
      kind: 'delete',
      name: 'delete, a branch',
      prepare: async () => at.inStatus(await at.branch(), 'ACTIVE_HEALTHY'),
      act: (ref) => at.platform.fire('DELETE', `/v1/branches/${ref}`),
      ends: [null],
      steps: ['stop-cluster', 'mark-removed'],
    },
    {
      kind: 'delete',
      prepare: () => at.newProject('17'),
      act: (ref) => at.platform.fire('DELETE', `/v1/projects/${ref}`),
      ends: [null],
    },
    {
      kind: 'recover',
      prepare: () => at.removedProject(),
      act: (ref) => at.post(`/platform/projects/${ref}/recover`),
      ends: ['ACTIVE_HEALTHY'],
      otherwise: ['RESTORE_FAILED'],
    },
    {
      kind: 'erase',
      prepare: () => at.removedProject(),
      act: (ref) => at.post(`/platform/projects/${ref}/erase`),
      ends: [null],
      steps: [
        'remove-cluster',
        'remove-backups',
        'remove-files',
        'remove-objects',
        'remove-functions',
        'forget-project',
      ],
    },
  ];
}

function createTable(at: ProjectsAtWork, ref: string, name: string): Promise<void> {
  return eventually(
    async () => (await at.query(ref, `create table if not exists ${name} (id int)`)).status,
    (seen) => expect(seen).toBe(201),
  );
}

const CONFIDED = 'what only few may know';

/** Something that a masked branch must not tell, beside what every branch has. */
async function confide(at: ProjectsAtWork, ref: string): Promise<void> {
  const kept = {
    schema: 'public',
    table: 'kept',
    most_rows: null,
    columns: [{ name: 'line', rule: 'keep' }],
  };
  await at.platform.api('PUT', `/platform/projects/${ref}/branch-masking`, { tables: [kept] });
  const sql = `create table if not exists confided (note text); truncate confided; insert into confided values ('${CONFIDED}')`;
  return eventually(
    async () => (await at.query(ref, sql)).status,
    (seen) => expect(seen).toBe(201),
  );
}

function isMasked(at: ProjectsAtWork, ref: string): Promise<void> {
  const sql = `select count(*)::int as rows, count(*) filter (where note = '${CONFIDED}')::int as told from confided`;
  return eventually(
    async () => (await at.query(ref, sql)).body,
    (seen) => expect(seen).toEqual([{ rows: 1, told: 0 }]),
  );
}

/** All of a migration or nothing, and as often as the history says. */
function isWritten(
  at: ProjectsAtWork,
  ref: string,
  name: string,
  state: Operation['state'] | undefined,
): Promise<void> {
  const isDone = state === 'done';
  const look = `select to_regclass('${name}') is not null as there, (
      select count(*)::int from supabase_migrations.schema_migrations
      where array_to_string(statements, ' ') like '%"${name}"%'
    ) as written`;
  return eventually(
    async () => (await at.query(ref, look)).body,
    (seen) => expect(seen).toEqual([{ there: isDone, written: isDone ? 1 : 0 }]),
  );
}

/** A secret is there when what brings it is done, and only then. */
function isKnown(
  at: ProjectsAtWork,
  ref: string,
  name: string,
  state: Operation['state'] | undefined,
): Promise<void> {
  const names = async () => {
    const { body } = await at.platform.api('GET', `/v1/projects/${ref}/secrets`);
    return (body as { name: string }[]).map((secret) => secret.name);
  };
  return eventually(
    async () => (await names()).includes(name),
    (seen) => expect(seen).toBe(state === 'done'),
  );
}

/** A branch that is told to follow another branch is brought to that by itself, or because it was asked to: the one that is first. */
function followsRepository(at: ProjectsAtWork): Row {
  let pushed = '';
  return {
    kind: 'sync_git',
    prepare: async () => {
      const ref = await at.inStatus(await at.branch(), 'ACTIVE_HEALTHY');
      pushed = await at.pushMigration();
      return ref;
    },
    act: async (ref) => {
      await at.platform.api('PATCH', `/v1/branches/${ref}`, { git_branch: pushed }).catch(() => null);
      await at.post(`/platform/projects/${ref}/git-syncs`);
    },
    ends: ['ACTIVE_HEALTHY'],
  };
}
