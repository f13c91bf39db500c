import type { ObjectKind } from '@basalt/postgres/catalog';
import { DefinitionError } from '@basalt/sql/definitions';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { columnIdOf, getObject, type ObjectId } from './read-schema.ts';
import { runStatements } from './run-statements.ts';

/** A writing call, as its route has it. */
export interface Writing {
  dependencies: Dependencies;
  actor: Actor;
  ref: string;
  /** Nothing runs; the statements are answered. */
  preview: boolean;
  /** What was sent. */
  body: unknown;
  signal: AbortSignal | undefined;
}

/** SQL that answers, as `id`, which object the statements have made. Asked in their transaction. */
export interface Lookup {
  sql: string;
  values: readonly (string | number)[];
}

/** What makes an object. */
interface Plan {
  statements: string[];
  made: Lookup;
  /** The statements cannot be part of a transaction. */
  isOutside?: boolean | undefined;
}

export interface Preview {
  statements: string[];
}

/** Makes an object and reads it. @throws PlatformError as `runStatements` */
export async function createObject<Row>(
  writing: Writing,
  kind: ObjectKind<Row>,
  plan: () => Promise<Plan> | Plan,
): Promise<Row | Preview> {
  const { project } = await permitted(writing);
  const { statements, made, isOutside } = await planned(plan);
  if (writing.preview) return { statements };
  const id = await runStatements(
    writing.dependencies,
    project,
    {
      statements,
      isOutside,
      body: writing.body,
      after: async (client) => {
        const { rows } = await client.query<{ id: string }>(made.sql, [...made.values]);
        return rows[0]?.id ?? '';
      },
    },
    writing.signal,
  );
  return read(writing, kind, toObjectId(id));
}

/** Changes an object and reads it again. */
export async function updateObject<Row>(
  writing: Writing,
  kind: ObjectKind<Row>,
  id: ObjectId,
  plan: (row: Row) => Promise<string[]> | string[],
  newId: (row: Row) => ObjectId = () => id,
): Promise<Row | Preview> {
  const { project } = await permitted(writing);
  const row = await read(writing, kind, id);
  const statements = await planned(() => plan(row));
  if (writing.preview) return { statements };
  await runOn(writing, project, statements);
  return read(writing, kind, newId(row));
}

/** Drops an object and answers it as it was. */
export async function deleteObject<Row>(
  writing: Writing,
  kind: ObjectKind<Row>,
  id: ObjectId,
  plan: (row: Row) => string[],
): Promise<Row | Preview> {
  const { project } = await permitted(writing);
  const row = await read(writing, kind, id);
  const statements = await planned(() => plan(row));
  if (writing.preview) return { statements };
  await runOn(writing, project, statements);
  return row;
}

export function permitted({ dependencies, actor, ref }: Writing) {
  return permittedProject(dependencies.db, actor, ref, 'run_sql');
}

export function read<Row>(
  { dependencies, actor, ref }: Writing,
  kind: ObjectKind<Row>,
  id: ObjectId,
): Promise<Row> {
  return getObject(dependencies, actor, kind, { ref, ...id });
}

/** Runs statements whose outcome is read afterwards. Nothing happens, and nothing is asked, when there are none. */
export async function runOn(
  { dependencies, body, signal }: Writing,
  project: Awaited<ReturnType<typeof permitted>>['project'],
  statements: readonly string[],
): Promise<void> {
  if (statements.length === 0) return;
  await runStatements(dependencies, project, { statements, body, after: async () => {} }, signal);
}

/** What cannot be said in SQL is a mistake in the input. @throws PlatformError `bad_request` with its field */
export async function planned<T>(plan: () => Promise<T> | T): Promise<T> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof DefinitionError)
      throw new PlatformError('bad_request', error.message, { field: error.field, cause: error });
    // A name that cannot be one, such as what follows the dot in `shop.`.
    if (error instanceof RangeError) throw new PlatformError('bad_request', error.message, { cause: error });
    throw error;
  }
}

/** Columns have the number of their table, a dot and their own. */
function toObjectId(id: string): ObjectId {
  return /^\d+\.\d+$/.test(id) ? columnIdOf({ id }) : { id };
}
