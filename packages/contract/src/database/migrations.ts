import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, storableText } from '../shared/names.ts';
import { sqlText } from './sql-text.ts';

/** A migration that a command-line tool has run, as far as its list tells of it. */
export const migrationSummary = z.object({
  /** Usually the moment it was written, such as `20260131120000`. */
  version: z.string(),
  name: z.string().nullable(),
  created_by: z.string().nullable(),
  /** How many statements are kept of it. */
  statement_count: z.number().int(),
});
export type MigrationSummary = z.infer<typeof migrationSummary>;

const version = storableText.min(1, 'must not be empty').max(256);
const migrationName = storableText.max(1_000);

const writtenMigration = z.object({
  params: z.object({ ref: projectRef }),
  /** A migration that was sent with the same key before is not written again. */
  headers: z.object({ 'idempotency-key': storableText.min(1).max(256).optional() }),
  body: z.object({ query: sqlText, name: migrationName.optional(), rollback: sqlText.optional() }),
});

/** The management API's form. */
const v1Migration = z.object({
  version: z.string(),
  name: z.string().optional(),
  statements: z.array(z.string()),
  /** What takes it back. */
  rollback: z.array(z.string()).optional(),
  created_by: z.string().optional(),
  idempotency_key: z.string().optional(),
});
export type V1Migration = z.infer<typeof v1Migration>;

/** What is in `supabase_migrations.schema_migrations` of a project's database. */
export const migrations = {
  /** The newest first. Empty where the table is not there. */
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/migrations' })
    .input(
      z.object({
        ref: projectRef,
        limit: z.coerce.number().int().min(1).max(1_000).default(500),
        offset: z.coerce.number().int().min(0).default(0),
      }),
    )
    .output(z.array(migrationSummary)),
  /** One with its statements. */
  get: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/migrations/{version}' })
    .input(z.object({ ref: projectRef, version }))
    .output(migrationSummary.extend({ statements: z.array(z.string()) })),
  /** The management API's list of all of them, the oldest first. */
  v1List: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/database/migrations' })
    .input(z.object({ ref: projectRef }))
    .output(z.array(z.object({ version: z.string(), name: z.string().optional() }))),
  v1Get: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/database/migrations/{version}' })
    .input(z.object({ ref: projectRef, version }))
    .output(v1Migration),
  /** Runs a migration and writes it down, both or nothing. */
  v1Apply: oc
    .route({
      method: 'POST',
      path: '/v1/projects/{ref}/database/migrations',
      inputStructure: 'detailed',
    })
    .input(writtenMigration)
    .output(z.void()),
  /** Writes down a migration that has been run already. */
  v1Record: oc
    .route({ method: 'PUT', path: '/v1/projects/{ref}/database/migrations', inputStructure: 'detailed' })
    .input(writtenMigration)
    .output(z.void()),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/database/migrations/{version}' })
    .input(
      z.object({
        ref: projectRef,
        version,
        name: migrationName.optional(),
        rollback: sqlText.optional(),
      }),
    )
    .output(z.void()),
  /** Takes back all migrations from this version on, the newest first, by what each of them has for that. */
  v1RollBack: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/database/migrations', inputStructure: 'detailed' })
    .input(
      z.object({
        params: z.object({ ref: projectRef }),
        query: z.object({ gte: z.string().regex(/^\d{1,64}$/, 'must be a version') }),
      }),
    )
    .output(z.void()),
};
