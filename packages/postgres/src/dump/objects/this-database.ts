import { randomUUID } from 'node:crypto';
import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type pg from 'pg';
import { PRIVILEGE_COLUMNS, type Privilege, privilegeStatements } from './privileges.ts';

/** A PL/pgSQL statement that names the database it runs in, whatever that is called: `before`, its name, `after`. */
export function onThisDatabase(before: string, after: string): string {
  return `EXECUTE ${quoteLiteral(before)} || pg_catalog.quote_ident(pg_catalog.current_database()) || ${quoteLiteral(after)};`;
}

function statement(before: string, after: string): string {
  return `DO ${quoteLiteral(`BEGIN ${onThisDatabase(before, after)} END`)}`;
}

interface Database {
  owner: string;
  superuser: string;
  connections: number;
  comment: string | null;
  hasPrivileges: boolean;
}

const DATABASE = `
select pg_catalog.pg_get_userbyid(d.datdba)::text as owner, pg_catalog.pg_get_userbyid(10)::text as superuser,
  d.datconnlimit as connections, pg_catalog.shobj_description(d.oid, 'pg_database') as comment,
  d.datacl is not null as "hasPrivileges"
from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()`;

const PRIVILEGES = `
select ${PRIVILEGE_COLUMNS}
from pg_catalog.pg_database d, pg_catalog.aclexplode(d.datacl) as acl
where d.datname = pg_catalog.current_database()`;

const NO_PUBLIC = `
select not exists (select from pg_catalog.pg_namespace n where n.nspname = 'public') as missing`;

export interface DatabaseDefinition {
  /** Before its content: who owns it. */
  readonly first: string[];
  /** After its content: who may connect, and its comment. */
  readonly last: string[];
}

/** Statements that give a database the properties of this one; its content apart, and its settings. */
export async function databaseDefinition(client: pg.Client): Promise<DatabaseDefinition> {
  const database = (await client.query<Database>(DATABASE)).rows[0];
  if (database === undefined) return { first: [], last: [] };
  const { owner, comment } = database;
  const privileges = (await client.query<Privilege>(PRIVILEGES)).rows;
  const noPublic = (await client.query<{ missing: boolean }>(NO_PUBLIC)).rows[0]?.missing ?? false;
  // Stands for the name until the statement runs; nobody can have named a role like this beforehand.
  const mark = randomUUID();
  const grants = database.hasPrivileges
    ? privilegeStatements(`DATABASE ${mark}`, owner, privileges, database.superuser)
    : [];
  return {
    first: [
      statement('ALTER DATABASE ', ` OWNER TO ${quoteIdent(owner)}`),
      ...(noPublic ? ['DROP SCHEMA IF EXISTS public'] : []),
    ],
    last: [
      ...grants.map((grant) => {
        const [before = '', after] = grant.split(mark);
        return after === undefined ? grant : statement(before, after);
      }),
      statement('ALTER DATABASE ', ` CONNECTION LIMIT ${database.connections}`),
      statement('COMMENT ON DATABASE ', ` IS ${comment === null ? 'NULL' : quoteLiteral(comment)}`),
    ],
  };
}
