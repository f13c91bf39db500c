import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type pg from 'pg';
import { PRIVILEGE_COLUMNS, type Privilege, privilegeStatements } from '../objects/privileges.ts';
import type { Table } from './tables.ts';

interface LargeObject {
  oid: string;
  owner: string;
  superuser: string;
  comment: string | null;
  privileges: Privilege[] | null;
}

const OBJECTS = `
select l.oid::text as oid, pg_catalog.pg_get_userbyid(l.lomowner)::text as owner,
  pg_catalog.pg_get_userbyid(10)::text as superuser,
  pg_catalog.obj_description(l.oid, 'pg_largeobject') as comment,
  case when l.lomacl is not null then coalesce(
    (select pg_catalog.json_agg(p) from (select ${PRIVILEGE_COLUMNS} from pg_catalog.aclexplode(l.lomacl) as acl) as p),
    '[]'
  ) end as privileges
from pg_catalog.pg_largeobject_metadata l
where l.oid > $1::oid
order by l.oid
limit 1000`;

/** Statements that make the large objects, without their content. Asked for in portions, as there may be millions. */
export async function* largeObjectDefinitions(client: pg.Client): AsyncGenerator<string[]> {
  for (let last = '0'; ; ) {
    const { rows } = await client.query<LargeObject>(OBJECTS, [last]);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows.flatMap(definition);
    last = end.oid;
  }
}

function definition({ oid, owner, superuser, comment, privileges }: LargeObject): string[] {
  const object = `LARGE OBJECT ${oid}`;
  return [
    `SELECT pg_catalog.lo_create('${oid}')`,
    `ALTER ${object} OWNER TO ${quoteIdent(owner)}`,
    ...(privileges === null ? [] : privilegeStatements(object, owner, privileges, superuser)),
    ...(comment === null ? [] : [`COMMENT ON ${object} IS ${quoteLiteral(comment)}`]),
  ];
}

/** The content of all large objects, as a table that a superuser may copy. Null when there is none. */
export async function largeObjectContent(client: pg.Client): Promise<Table | null> {
  const { rows } = await client.query<{ pages: number; bytes: number }>(`
    select (pg_catalog.pg_relation_size(c.oid) / current_setting('block_size')::bigint)::float8 as pages,
      pg_catalog.pg_table_size(c.oid)::float8 as bytes
    from pg_catalog.pg_class c
    where c.oid = 'pg_catalog.pg_largeobject'::regclass
      and exists (select from pg_catalog.pg_largeobject_metadata)`);
  return rows[0] === undefined
    ? null
    : {
        name: 'pg_catalog.pg_largeobject',
        columns: '(loid, pageno, data)',
        isOurs: false,
        isOfServer: true,
        owner: '',
        ownedBySuperuser: true,
        binary: 'everywhere',
        condition: '',
        ...rows[0],
      };
}
