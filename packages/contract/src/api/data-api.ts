import { oc } from '@orpc/contract';
import * as z from 'zod';
import { MAX_API_ROWS } from '../shared/limits.ts';
import { projectRef, storableText } from '../shared/names.ts';

const list = z
  .string()
  .max(4_096)
  .refine((text) => !text.includes('\u0000'), 'must not contain a NUL character');

/** What can be changed. `db_schema: ""` switches the Data API off; `max_rows: 0` means no limit. */
const changes = {
  db_schema: list.optional(),
  db_extra_search_path: list.optional(),
  max_rows: z.number().int().min(0).max(MAX_API_ROWS).optional(),
  /** Kept for the management API's clients: the number of connections is chosen by the server. */
  db_pool: z.number().int().min(0).max(1_000).nullable().optional(),
};

const settings = z.object({
  /** The exposed schemas, comma-separated; the first is the default. */
  db_schema: z.string(),
  max_rows: z.number().int(),
  db_extra_search_path: z.string(),
  db_pool: z.number().int().nullable(),
});

/** The management API's form. Null: the server chooses. */
export const v1DataApiConfig = settings.extend({
  db_pool_acquisition_timeout: z.null(),
  db_pool_max_lifetime: z.null(),
  db_pool_max_idletime: z.null(),
});
export type V1DataApiConfig = z.infer<typeof v1DataApiConfig>;

/** The dashboard's form. What only the database knows is null while it does not answer. */
export const dataApiConfig = settings.extend({
  /** Whether new tables get row level security switched on. */
  rls_on_new_tables: z.boolean().nullable(),
  /** The schemas that could be exposed, sorted. */
  available_schemas: z.array(z.string()).nullable(),
});
export type DataApiConfig = z.infer<typeof dataApiConfig>;

/** A table or view as far as the Data API is concerned with it. */
export const apiTable = z.object({
  /** Object id in the database. */
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'partitioned table', 'foreign table', 'view', 'materialized view']),
  rls_enabled: z.boolean(),
  policy_count: z.number().int(),
  /** Whether the role may do anything with it at all. */
  anon_access: z.boolean(),
  authenticated_access: z.boolean(),
  /** Null when the table was never analyzed. */
  estimated_rows: z.number().nullable(),
  /** True: row level security is off (or cannot be had) and anon or authenticated have access. Everyone reads every row. */
  exposed_without_policy: z.boolean(),
});
export type ApiTable = z.infer<typeof apiTable>;

const byRef = z.object({ ref: projectRef });

export const dataApi = {
  v1Get: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/postgrest' })
    .input(byRef)
    // `jwt_secret` is there for those who may read it.
    .output(v1DataApiConfig.extend({ jwt_secret: z.string().optional() })),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/postgrest' })
    .input(z.strictObject({ ref: projectRef, ...changes }))
    .output(v1DataApiConfig),
  get: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/config/postgrest' })
    .input(byRef)
    .output(dataApiConfig),
  update: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/config/postgrest' })
    .input(z.strictObject({ ref: projectRef, ...changes, rls_on_new_tables: z.boolean().optional() }))
    .output(dataApiConfig),
  /** The OpenAPI document of the project's Data API, as service_role sees it. */
  document: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/api/rest' })
    .input(byRef)
    .output(z.record(z.string(), z.unknown())),
  /** The same, of one of the schemas that it serves. */
  v1Document: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/database/openapi' })
    .input(z.object({ ref: projectRef, schema: storableText.min(1).max(63).optional() }))
    .output(z.record(z.string(), z.unknown())),
  tables: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/tables' })
    .input(byRef)
    .output(z.object({ exposed_schemas: z.array(z.string()), tables: z.array(apiTable) })),
};
