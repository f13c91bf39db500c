import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type pg from 'pg';
import { PRIVILEGE_COLUMNS, type Privilege, privilegeStatements } from '../objects/privileges.ts';

const PRIVILEGES = `
select p.parname as parameter, ${PRIVILEGE_COLUMNS}, pg_catalog.pg_get_userbyid(10)::text as superuser
from pg_catalog.pg_parameter_acl p, pg_catalog.aclexplode(p.paracl) as acl
order by 1`;

/** Statements that give away the right to change server parameters. A parameter that the server does not know is left out. */
export async function parameterPrivileges(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Privilege & { parameter: string; superuser: string }>(PRIVILEGES);
  return [...Map.groupBy(rows, ({ parameter }) => parameter)].map(([parameter, privileges]) => {
    const object = `PARAMETER ${parameter.split('.').map(quoteIdent).join('.')}`;
    const superuser = privileges[0]?.superuser ?? '';
    // The superuser needs no grant: it only stands there since the list was made.
    const given = privileges.filter(({ grantee }) => grantee !== superuser);
    const statements = privilegeStatements(object, null, given, superuser);
    return `DO ${quoteLiteral(`BEGIN
  ${statements.map((statement) => `${statement};`).join('\n  ')}
EXCEPTION WHEN undefined_object OR invalid_parameter_value OR invalid_name THEN
  RAISE WARNING 'The privileges on the parameter % were left out: %', ${quoteLiteral(parameter)}, SQLERRM;
END`)}`;
  });
}
