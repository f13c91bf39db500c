import { randomBytes } from 'node:crypto';
import { setRolePassword } from '@basalt/postgres';
import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { OWNER_ROLE, READ_ONLY_ROLE, SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { assertOwnCluster } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { withDatabase } from './with-database.ts';

/** Long enough for the commands of a sitting to connect; what is connected by then stays. */
const TTL_SECONDS = 600;
const PASSWORD_BYTES = 24;

export interface LoginRole {
  role: string;
  password: string;
  ttl_seconds: number;
}

/** The name says which project is meant, to an address that all projects share. */
const nameOf = (ref: string, readOnly: boolean) => `cli_login_${readOnly ? 'read_only_' : ''}${ref}`;

/**
 * A role with which the command line logs in for a while, so that nobody has to give it the database's password. It can become the
 * owner's role, or the read-only one, and is nothing by itself. Asked again it has a new password and more time.
 * @throws PlatformError `forbidden`, `unavailable` with what the database said
 */
export async function createLoginRole(
  dependencies: Dependencies,
  actor: Actor,
  { ref, read_only: readOnly }: { ref: string; read_only: boolean },
): Promise<LoginRole> {
  const ability = readOnly ? 'read_sql' : 'run_sql';
  const { project } = await permittedProject(dependencies.db, actor, ref, ability);
  assertOwnCluster(project, 'No role for the command line can be made');
  const role = nameOf(ref, readOnly);
  const name = quoteIdent(role);
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const until = new Date(Date.now() + TTL_SECONDS * 1_000).toISOString();
  await withDatabase(dependencies, project, SUPERUSER_ROLE, async (client) => {
    await client.query('begin');
    const { rowCount } = await client.query(
      'select from pg_catalog.pg_roles where rolname operator(pg_catalog.=) $1',
      [role],
    );
    if (rowCount === 0) await client.query(`create role ${name}`);
    // Also of one that was there: whoever may make roles may have changed it.
    await client.query(
      `alter role ${name} with login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
         connection limit 20 valid until ${quoteLiteral(until)}`,
    );
    await client.query(`grant ${readOnly ? READ_ONLY_ROLE : OWNER_ROLE} to ${name}`);
    await setRolePassword(client, role, password);
    await client.query('commit');
  });
  return { role, password, ttl_seconds: TTL_SECONDS };
}

/** Takes these roles away. Who is connected with one stays. @throws PlatformError `forbidden`, `unavailable` */
export async function deleteLoginRoles(
  dependencies: Dependencies,
  actor: Actor,
  { ref }: { ref: string },
): Promise<{ message: 'ok' }> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  await withDatabase(dependencies, project, SUPERUSER_ROLE, async (client) => {
    for (const readOnly of [false, true])
      await client.query(`drop role if exists ${quoteIdent(nameOf(ref, readOnly))}`);
  });
  return { message: 'ok' };
}
