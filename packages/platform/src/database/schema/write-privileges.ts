import { COLUMN_PRIVILEGES, type ObjectKind, TABLE_PRIVILEGES } from '@basalt/postgres/catalog';
import { grant, type Privilege, revoke } from '@basalt/sql/definitions';
import { assertNotSystemSchema } from './protected-objects.ts';
import { columnIdOf, type ObjectId } from './read-schema.ts';
import { type Preview, permitted, planned, read, runOn, type Writing } from './write-schema.ts';

interface Wanted {
  privilege_type: string;
  grantee: string;
  is_grantable?: boolean | undefined;
}
type OfTable = Wanted & { relation_id: number };
type OfColumn = Wanted & { column_id: string };

export function writeTablePrivileges(writing: Writing, how: 'grant' | 'revoke', wanted: readonly OfTable[]) {
  return writePrivileges(
    writing,
    how,
    TABLE_PRIVILEGES,
    wanted,
    ({ relation_id }) => ({ id: String(relation_id) }),
    ({ schema, name }) => ({ schema, table: name }),
  );
}

export function writeColumnPrivileges(
  writing: Writing,
  how: 'grant' | 'revoke',
  wanted: readonly OfColumn[],
) {
  return writePrivileges(
    writing,
    how,
    COLUMN_PRIVILEGES,
    wanted,
    ({ column_id }) => columnIdOf({ id: column_id }),
    ({ relation_schema, relation_name, column_name }) => ({
      schema: relation_schema,
      table: relation_name,
      column: column_name,
    }),
  );
}

/** Grants or revokes all of them, or none, and answers what holds on each table or column that was named. */
async function writePrivileges<Row, Item extends Wanted>(
  writing: Writing,
  how: 'grant' | 'revoke',
  kind: ObjectKind<Row>,
  wanted: readonly Item[],
  idOf: (item: Item) => ObjectId,
  placeOf: (row: Row) => Pick<Privilege, 'schema' | 'table' | 'column'>,
): Promise<Row[] | Preview> {
  const { project } = await permitted(writing);
  const ids = new Map(wanted.map((item) => [JSON.stringify(idOf(item)), idOf(item)]));
  const rows = new Map<string, Row>();
  for (const [key, id] of ids) rows.set(key, await read(writing, kind, id));
  const privileges = wanted.flatMap((item) => {
    const row = rows.get(JSON.stringify(idOf(item)));
    return row === undefined ? [] : [{ ...item, ...placeOf(row) }];
  });
  for (const { schema } of privileges) assertNotSystemSchema(schema);
  const statements = await planned(() => (how === 'grant' ? grant(privileges) : revoke(privileges)));
  if (writing.preview) return { statements };
  await runOn(writing, project, statements);
  const answer: Row[] = [];
  for (const id of ids.values()) answer.push(await read(writing, kind, id));
  return answer;
}
