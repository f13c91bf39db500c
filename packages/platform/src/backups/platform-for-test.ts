import { randomBytes, randomUUID } from 'node:crypto';
import type { ClusterAddress } from '@basalt/clusters';
import type { OperationKind, PostgresEngine } from '@basalt/contract';
import { sql } from 'kysely';
import { insertProjectApi } from '../api-keys/insert-project-api.ts';
import { migrate } from '../kernel/migrate.ts';
import { openDatabase } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import type { BackupRow, ProjectRow } from '../kernel/schema.ts';
import { secretBox } from '../kernel/secret-box.ts';
import { randomLetters } from '../kernel/tokens.ts';

export const secrets = secretBox(randomBytes(32));

/** The platform's schema with one organization in an empty database, and what tests put into it. */
export async function openTestPlatform({ host, port: socket, user, database }: ClusterAddress) {
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${socket}`;
  const { db } = openDatabase(url, () => {});
  await migrate(db);
  await db
    .insertInto('organizations')
    .values({ slug: 'stone-works', name: 'Stone works', plan: 'pro' })
    .execute();
  let port = 1;
  return {
    db,
    /** A project with keys, made a day ago. */
    async insertProject(change: Partial<ProjectRow> = {}): Promise<ProjectRow> {
      const { id: organization_id } = await db
        .selectFrom('organizations')
        .select('id')
        .executeTakeFirstOrThrow();
      const { postgres_config: _, ...rest } = change;
      return db.transaction().execute(async (transaction) => {
        const project = await transaction
          .insertInto('projects')
          .values({
            ref: randomLetters(20),
            organization_id,
            name: 'Quarry',
            region: 'eu-central-1',
            status: 'ACTIVE_HEALTHY',
            status_reason: null,
            postgres_engine: '17' satisfies PostgresEngine,
            release_channel: 'ga',
            port: port++,
            database_password: secrets.seal('columns of stone'),
            created_at: new Date(Date.now() - 86_400_000),
            ...rest,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await insertProjectApi(transaction, secrets, project.id);
        return project;
      });
    },
    insertBackup(project: ProjectRow, change: Partial<BackupRow> = {}): Promise<BackupRow> {
      const started_at = change.started_at ?? new Date();
      return db
        .insertInto('backups')
        .values({
          project_id: project.id,
          reason: 'schedule',
          state: 'done',
          postgres_engine: project.postgres_engine,
          stored_as: randomUUID(),
          started_at,
          finished_at: started_at,
          ...change,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    async insertOperation(
      project: ProjectRow,
      kind: OperationKind,
      finished_at: Date | null,
    ): Promise<string> {
      const id = randomUUID();
      const state = finished_at === null ? 'running' : 'done';
      await db
        .insertInto('operations')
        .values({ id, project_id: project.id, kind, started_by: null, state, finished_at })
        .execute();
      return id;
    },
    /** Now, by the database's clock and with all digits. */
    async now(): Promise<string> {
      const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db);
      return rows[0]?.at ?? '';
    },
  };
}

export type TestPlatform = Awaited<ReturnType<typeof openTestPlatform>>;

/** Somebody as their requests show them. */
export function actorForTest(accountId: string, email = ''): Actor {
  return {
    accountId,
    email,
    credential: { kind: 'session', id: randomUUID(), name: null, limit: null },
    ip: '192.0.2.1',
    userAgent: null,
  };
}
