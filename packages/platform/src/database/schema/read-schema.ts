import { QueryError } from '@basalt/postgres';
import {
  type ObjectKind,
  type ObjectQuery,
  PROJECT_EVENT_TRIGGERS,
  readObjects,
  TooManyObjectsError,
} from '@basalt/postgres/catalog';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { readDatabase } from '../read-database.ts';

/** What a list of the schema API was asked with. */
export interface ListInput {
  ref: string;
  limit?: number | undefined;
  offset: number;
  include_system_schemas?: boolean | undefined;
  included_schemas?: string[] | undefined;
  excluded_schemas?: string[] | undefined;
}

/**
 * A page of the objects of one kind in a project's database.
 * @throws PlatformError as `readDatabase` does, and `payload_too_large` when they are more than an answer may hold
 */
export function listObjects<Row>(
  dependencies: Dependencies,
  actor: Actor,
  kind: ObjectKind<Row>,
  input: ListInput,
): Promise<Row[]> {
  const included = input.included_schemas ?? [];
  return readDatabase(dependencies, actor, input.ref, (client) =>
    read(client, kind, {
      // An empty list of names is as good as none.
      includedSchemas: included.length === 0 ? undefined : included,
      excludedSchemas: input.excluded_schemas,
      includeSystemSchemas: input.include_system_schemas,
      limit: input.limit,
      offset: input.offset,
    }),
  );
}

/** Which object of a kind is meant: by its oid (or name), a column by the oid of its table and its number. */
export interface ObjectId {
  id: string;
  number?: number | undefined;
}

/**
 * One object of a project's database.
 * @throws PlatformError `not_found` when there is none of this kind with this id
 */
export async function getObject<Row>(
  dependencies: Dependencies,
  actor: Actor,
  kind: ObjectKind<Row>,
  { ref, id, number }: ObjectId & { ref: string },
): Promise<Row> {
  const [found] = await readDatabase(dependencies, actor, ref, (client) =>
    read(client, kind, { id, number }),
  );
  if (found === undefined)
    throw new PlatformError(
      'not_found',
      number === undefined
        ? `The database has nothing with the id ${id}.`
        : `The database has no column with the id ${id}.${number}.`,
    );
  return found;
}

/** The id of a column as the schema API has it: that of its table, a dot and its number. */
export function columnIdOf({ id }: { id: string }): ObjectId {
  const [table = '', number] = id.split('.');
  return { id: table, number: Number(number) };
}

async function read<Row>(client: ClientBase, kind: ObjectKind<Row>, query: ObjectQuery): Promise<Row[]> {
  try {
    return await readObjects(client, kind, query);
  } catch (error) {
    if (kind === PROJECT_EVENT_TRIGGERS && error instanceof QueryError && error.code === '42P01')
      throw new PlatformError(
        'conflict',
        'This database was made by an earlier version. Restart the project, and it can have event triggers.',
        { cause: error },
      );
    if (!(error instanceof TooManyObjectsError)) throw error;
    throw new PlatformError(
      'payload_too_large',
      'There is more than fits into one answer. Ask for a part of it: with limit and offset, included_schemas, or include_columns=false.',
      { cause: error },
    );
  }
}
