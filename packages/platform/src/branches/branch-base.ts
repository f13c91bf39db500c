import { ClusterError } from '@basalt/clusters';
import { type KeptSchema, QueryError } from '@basalt/postgres';
import type { Database } from '../kernel/open-database.ts';
import type { Step } from '../operations/definition.ts';
import { readSchemaAtWork } from './compare-projects.ts';
import {
  PART_KINDS,
  type PartKind,
  PRINT,
  type Prints,
  printsOf,
  readParts,
  type SomeParts,
} from './parts/parts.ts';

/** The schema that a branch and its project had in common for the last time; null: that is not known. */
export async function readBase(db: Database, branchId: string): Promise<KeptSchema | null> {
  const row = await db
    .selectFrom('branch_bases')
    .select('schema')
    .where('branch_id', '=', branchId)
    .executeTakeFirst();
  return row?.schema ?? null;
}

export async function writeBase(db: Database, branchId: string, schema: KeptSchema): Promise<void> {
  const kept = { schema: Buffer.from(schema), taken_at: new Date() };
  await db
    .insertInto('branch_bases')
    .values({ branch_id: branchId, ...kept })
    .onConflict((conflict) => conflict.column('branch_id').doUpdateSet(kept))
    .execute();
}

/** What parts a branch and its project had in common for the last time; null: that is not known. */
export async function readPrints(db: Database, branchId: string): Promise<Prints | null> {
  const row = await db
    .selectFrom('branch_bases')
    .select('prints')
    .where('branch_id', '=', branchId)
    .executeTakeFirst();
  return row?.prints ?? null;
}

/** Both have these parts now. */
export async function rememberParts(db: Database, branchId: string, parts: SomeParts): Promise<void> {
  const prints = await readPrints(db, branchId);
  if (prints === null) return;
  for (const kind of PART_KINDS) note(prints, kind, parts);
  await db
    .updateTable('branch_bases')
    .set({ prints: JSON.stringify(prints) })
    .where('branch_id', '=', branchId)
    .execute();
}

function note(prints: Prints, kind: PartKind, parts: SomeParts): void {
  for (const [name, is] of parts[kind]) {
    const print = PRINT[kind](is as never);
    if (print === undefined) delete prints[kind][name];
    else prints[kind][name] = print;
  }
}

/** A new branch is what its project is. One whose schema cannot be read is a branch all the same, and cannot tell later who changed what. */
export const rememberSchema: Step = {
  name: 'remember-schema',
  title: 'Remember the schema that it begins with',
  run: async (context) => {
    const { db, project, secrets } = context;
    const { id } = await db
      .selectFrom('branches')
      .select('id')
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('branch_bases').where('branch_id', '=', id).execute();
    try {
      await writeBase(db, id, await readSchemaAtWork(context, project));
      const prints = printsOf(await readParts(db, secrets, project.id));
      await db
        .updateTable('branch_bases')
        .set({ prints: JSON.stringify(prints) })
        .where('branch_id', '=', id)
        .execute();
    } catch (error) {
      if (!(error instanceof QueryError || error instanceof ClusterError)) throw error;
    }
  },
};
