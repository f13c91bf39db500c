import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { newPassword } from '../accounts/accounts.ts';
import { NAME_MAX_LENGTH } from '../shared/limits.ts';
import { projectRef, storableText } from '../shared/names.ts';
import { sqlText } from './sql-text.ts';

/** Everything Postgres says about a failed statement. `position` counts characters from 1 in the text that was sent. */
export const sqlError = z.object({
  code: z.string(),
  severity: z.string(),
  message: z.string(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
  position: z.number().int().nullable(),
  where: z.string().nullable(),
});
export type SqlErrorBody = z.infer<typeof sqlError>;

/** What a run of the SQL editor tells, in order. `result` numbers the statements that answered, from 0. */
export const queryEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  z.object({
    type: z.literal('fields'),
    result: z.number(),
    fields: z.array(z.object({ name: z.string(), type: z.string() })),
  }),
  z.object({
    type: z.literal('rows'),
    result: z.number(),
    // Checked as a whole only: a schema per value would cost more than sending it.
    rows: z.custom<(string | null)[][]>(Array.isArray),
    /** Values of this batch that were too long to send whole: where they are, and their size. */
    cut: z.array(z.object({ row: z.number(), column: z.number(), bytes: z.number() })).optional(),
  }),
  z.object({
    type: z.literal('complete'),
    result: z.number(),
    command: z.string(),
    rowCount: z.number().nullable(),
    /** True when more rows came than were sent. */
    truncated: z.boolean(),
    /** From the end of the statement before to the end of this one. */
    milliseconds: z.number(),
  }),
  z.object({
    type: z.literal('notice'),
    severity: z.string(),
    message: z.string(),
    hint: z.string().nullable(),
  }),
  z.object({ type: z.literal('error'), error: sqlError }),
  z.object({ type: z.literal('done'), milliseconds: z.number() }),
]);
export type QueryEvent = z.infer<typeof queryEvent>;

/** Why a run was refused until it is confirmed: the details of `confirmation_required`. */
export const confirmationNeeded = z.object({
  writes: z.boolean(),
  unknown_functions: z.array(z.string()),
});
export type ConfirmationNeeded = z.infer<typeof confirmationNeeded>;

export const completionCatalog = z.object({
  schemas: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      kind: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
  functions: z.array(z.object({ schema: z.string(), name: z.string(), arguments: z.string() })),
});
export type CompletionCatalog = z.infer<typeof completionCatalog>;

/** A table or view in a list of them. */
export const listedTable = z.object({
  /** Its oid. */
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'partitioned table', 'foreign table', 'view', 'materialized view']),
  is_partition: z.boolean(),
  rls_enabled: z.boolean(),
});
export type ListedTable = z.infer<typeof listedTable>;

const pooler = z.object({
  identifier: z.string(),
  database_type: z.enum(['PRIMARY', 'READ_REPLICA']),
  is_using_scram_auth: z.boolean(),
  db_user: z.string(),
  db_host: z.string(),
  db_port: z.number().int(),
  db_name: z.string(),
  connection_string: z.string(),
  connectionString: z.string(),
  default_pool_size: z.number().int().nullable(),
  max_client_conn: z.number().int().nullable(),
  pool_mode: z.enum(['transaction', 'session']),
});

/** How clients of the pooler share connections of a project's database, and what can be chosen. */
export const poolerSettings = z.object({
  /** Whether the pooler is open for transactions on this installation. */
  is_open: z.boolean(),
  /** As it was set. Null: what follows from the compute size. */
  pool_size: z.number().int().nullable(),
  default_pool_size: z.number().int(),
  /** As many as are left to clients. A size that was set for a bigger database counts as this. */
  max_pool_size: z.number().int(),
  max_connections: z.number().int(),
  max_clients: z.number().int(),
});
export type PoolerSettings = z.infer<typeof poolerSettings>;

export const database = {
  v1Query: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/database/query', successStatus: 201 })
    .input(
      z.object({
        ref: projectRef,
        query: sqlText,
        parameters: z.array(z.unknown()).optional(),
        read_only: z.boolean().optional(),
      }),
    )
    .output(z.array(z.record(z.string(), z.unknown()))),
  v1ReadOnlyQuery: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/database/query/read-only', successStatus: 201 })
    .input(z.object({ ref: projectRef, query: sqlText, parameters: z.array(z.unknown()).optional() }))
    .output(z.array(z.record(z.string(), z.unknown()))),
  v1PoolerConfig: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/database/pooler' })
    .input(z.object({ ref: projectRef }))
    .output(z.array(pooler)),
  /** Changes how many connections the clients of the pooler share in transactions. Null: what follows from the compute size. */
  v1UpdatePoolerConfig: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/config/database/pooler' })
    .input(
      z.object({
        ref: projectRef,
        default_pool_size: z.number().int().min(0).max(3000).nullable().optional(),
        pool_mode: pooler.shape.pool_mode.optional(),
      }),
    )
    .output(pooler.pick({ default_pool_size: true, pool_mode: true })),
  poolerSettings: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/config/pooler' })
    .input(z.object({ ref: projectRef }))
    .output(poolerSettings),
  v1PgbouncerConfig: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/database/pgbouncer' })
    .input(z.object({ ref: projectRef }))
    .output(
      z.object({
        default_pool_size: z.number().int().optional(),
        max_client_conn: z.number().int().optional(),
        pool_mode: z.enum(['transaction', 'session']),
        connection_string: z.string(),
      }),
    ),
  /** The schemas of the project's database. */
  v1Context: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/database/context' })
    .input(z.object({ ref: projectRef }))
    .output(
      z.object({
        databases: z.array(z.object({ name: z.string(), schemas: z.array(z.object({ name: z.string() })) })),
      }),
    ),
  /** Gives the role `postgres` another password. Who is connected stays. */
  v1UpdatePassword: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/database/password' })
    .input(z.object({ ref: projectRef, password: newPassword }))
    .output(z.object({ message: z.string() })),
  v1CreateLoginRole: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/cli/login-role', successStatus: 201 })
    .input(z.object({ ref: projectRef, read_only: z.boolean() }))
    .output(z.object({ role: z.string(), password: z.string(), ttl_seconds: z.number().int() })),
  v1DeleteLoginRoles: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/cli/login-role' })
    .input(z.object({ ref: projectRef }))
    .output(z.object({ message: z.literal('ok') })),
  /**
   * Streams {@link QueryEvent}s; closing the stream cancels the statement in the database. What writes or calls unknown
   * functions is refused with `confirmation_required` unless it is `confirmed` or `read_only`.
   */
  run: oc
    .route({ method: 'POST', path: '/platform/pg-meta/{ref}/query' })
    .input(
      z.object({
        ref: projectRef,
        query: sqlText,
        /** Values of `$1`, `$2` …: the text is then one statement. */
        parameters: z.array(z.string().nullable()).max(1_000).optional(),
        /** Runs as the read-only role in read-only transactions, whatever the caller may do. */
        read_only: z.boolean().optional(),
        confirmed: z.boolean().optional(),
      }),
    )
    .output(eventIterator(queryEvent)),
  completion: oc
    .route({ method: 'GET', path: '/platform/pg-meta/{ref}/completion' })
    .input(z.object({ ref: projectRef }))
    .output(completionCatalog),
  /** Tables and views whose name has this part, whatever its case; those that are called just so come first. */
  findTables: oc
    .route({ method: 'GET', path: '/platform/pg-meta/{ref}/find-tables' })
    .input(
      z.object({
        ref: projectRef,
        name: storableText
          .min(1, 'must not be empty')
          .max(NAME_MAX_LENGTH, `must be at most ${NAME_MAX_LENGTH} characters`),
        limit: z.coerce.number().int().min(1).max(50).default(10),
      }),
    )
    .output(
      z.array(z.object({ id: z.number().int(), schema: z.string(), name: z.string(), kind: z.string() })),
    ),
  /** A page of the tables and views of one schema, by name; with `name` only those that have it in theirs. */
  listTables: oc
    .route({ method: 'GET', path: '/platform/pg-meta/{ref}/list-tables' })
    .input(
      z.object({
        ref: projectRef,
        schema: storableText.max(256, 'must be at most 256 characters'),
        name: storableText.max(256, 'must be at most 256 characters').default(''),
        limit: z.coerce.number().int().min(1).max(1_000).default(500),
        offset: z.coerce.number().int().min(0).default(0),
      }),
    )
    .output(z.array(listedTable)),
  size: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/size' })
    .input(z.object({ ref: projectRef }))
    .output(z.object({ bytes: z.number() })),
};
