import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, storableText } from '../shared/names.ts';

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
    .input(z.object({ ref: projectRef, version: storableText.min(1, 'must not be empty').max(256) }))
    .output(migrationSummary.extend({ statements: z.array(z.string()) })),
};
