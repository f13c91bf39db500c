import { readFileSync } from 'node:fs';
import { type ConnectionTarget, loginFor, type RemoteLogins, scramVerifier } from '@basalt/postgres';
import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { attachedDatabaseScripts } from '../project-database/index.ts';
import { type Client, inOneTransaction } from './in-one-transaction.ts';
import type { ServerOffer } from './inspect-server.ts';
import { ATTACHED_ROLES, type AttachedRole } from './roles.ts';

/** What roles say of themselves that we have made: whoever detaches the last database of a server knows which to drop. */
export const MADE_BY_US = 'Made by Basalt for the services of attached databases.';

export interface AttachOptions {
  /**
   * The server is ours alone. What was prepared there needs no look at what others have made since; and a copy of a database must not differ
   * from it by privileges.
   */
  isPrivate?: boolean;
}

/**
 * Makes a database that somebody else runs the database of a project: roles, schemas and tables of the services, and login roles
 * of this project alone. It is one transaction: it takes effect as a whole or not at all, and may be repeated.
 * @param target as the role that the database's owner gave us
 * @throws {QueryError} what the server refuses
 */
export async function attachDatabase(
  target: ConnectionTarget,
  offer: ServerOffer,
  logins: RemoteLogins,
  { isPrivate = false }: AttachOptions = {},
): Promise<void> {
  await inOneTransaction(target, async (client) => {
    await makeRoles(client, offer);
    if (!offer.isPrepared) await makeSchemas(client, offer);
    if (!(isPrivate && offer.isPrepared)) await client.query(read('readers.sql'));
    await client.query(read('secret-key.sql'));
    await makeLogins(client, offer, logins);
    await client.query(`update basalt.attachment set logins = ${quoteLiteral(logins.prefix)}`);
  });
}

async function makeRoles(client: Client, offer: ServerOffer): Promise<void> {
  for (const role of ATTACHED_ROLES) {
    const attributes = attributesOf(role, offer);
    await client.query(`do $do$ begin
      if not exists (select from pg_catalog.pg_roles where rolname = ${quoteLiteral(role.name)}) then
        create role ${quoteIdent(role.name)} ${attributes};
        comment on role ${quoteIdent(role.name)} is ${quoteLiteral(MADE_BY_US)};
      end if;
    end $do$`);
    for (const [name, value] of Object.entries(role.settings))
      await client.query(
        `alter role ${quoteIdent(role.name)} set ${quoteIdent(name)} = ${quoteLiteral(value)}`,
      );
  }
  for (const role of ATTACHED_ROLES)
    for (const member of role.members) await client.query(grant(role.name, member, offer));
  // To make what belongs to the services, and to let the login roles become them. A superuser needs no membership.
  if (offer.isSuperuser) return;
  for (const { name } of ATTACHED_ROLES)
    await client.query(grant(name, offer.user, offer, { withItsRights: true }));
}

function attributesOf(role: AttachedRole, offer: ServerOffer): string {
  return [
    'nologin noinherit',
    role.bypassesRowSecurity && offer.mayBypassRowSecurity ? 'bypassrls' : '',
  ].join(' ');
}

/** Membership that lets a role become another. @param withItsRights it has the other's rights without becoming it, too */
function grant(
  role: string,
  member: string,
  { major }: ServerOffer,
  { withItsRights } = { withItsRights: false },
): string {
  const options = major >= 16 ? ` with inherit ${withItsRights}, set true` : '';
  return `grant ${quoteIdent(role)} to ${quoteIdent(member)}${options}`;
}

async function makeSchemas(client: Client, offer: ServerOffer): Promise<void> {
  await client.query(read('schemas.sql'));
  // The scripts name what they make, but for what is in pg_catalog.
  for (const { sql } of attachedDatabaseScripts(offer.mayMakeEventTriggers)) await client.query(sql);
  await client.query(read('in-place-of-our-own.sql'));
  if (!offer.mayBypassRowSecurity) await client.query(read('policies-for-secret-key.sql'));
  // One row: the project that has it now, by its logins, or none while the schemas wait for the next.
  await client.query(
    'create table basalt.attachment (prepared_at timestamptz not null default now(), logins text)',
  );
  await client.query('insert into basalt.attachment default values');
}

async function makeLogins(client: Client, offer: ServerOffer, logins: RemoteLogins): Promise<void> {
  const verifier = scramVerifier(logins.password);
  for (const role of ATTACHED_ROLES) {
    if (!role.logsIn) continue;
    const login = loginFor(logins, role.name);
    const replicates = role.replicates && offer.mayReadChanges ? ' replication' : '';
    await client.query(`do $do$ begin
      if not exists (select from pg_catalog.pg_roles where rolname = ${quoteLiteral(login)}) then
        create role ${quoteIdent(login)} login noinherit${replicates};
        comment on role ${quoteIdent(login)} is ${quoteLiteral(MADE_BY_US)};
      end if;
    end $do$`);
    await client.query(`alter role ${quoteIdent(login)} password ${quoteLiteral(verifier)}`);
    for (const [name, value] of Object.entries(role.settings))
      await client.query(`alter role ${quoteIdent(login)} set ${quoteIdent(name)} = ${quoteLiteral(value)}`);
    await client.query(grant(role.name, login, offer));
    // To drop it one day together with what it was given.
    if (!offer.isSuperuser) await client.query(grant(login, offer.user, offer, { withItsRights: true }));
  }
}

function read(name: string): string {
  return readFileSync(new URL(`./sql/${name}`, import.meta.url), 'utf8');
}
