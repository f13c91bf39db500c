import * as z from 'zod';

/** Major versions a project can run. */
export const POSTGRES_ENGINES = ['15', '16', '17', '18'] as const;
export type PostgresEngine = (typeof POSTGRES_ENGINES)[number];
export const DEFAULT_POSTGRES_ENGINE: PostgresEngine = '17';

export const availableVersion = z.object({
  /** `supabase-postgres-<n>`: the form every client of this API knows. */
  version: z.string(),
  postgres_engine: z.enum(POSTGRES_ENGINES),
  release_channel: z.string(),
});
export type AvailableVersion = z.infer<typeof availableVersion>;
