import type pg from 'pg';
import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { runStatements } from './connection/run-statements.ts';
import type { SourceSnapshot } from './connection/source-snapshot.ts';
import { type CatalogObject, catalogObjects, keyOf } from './objects/catalog-objects.ts';
import { commentStatements } from './objects/comments.ts';
import { lostObject, objectDifference } from './objects/object-differences.ts';
import { ownershipStatements } from './objects/ownership.ts';
import { storedSettingsBeside } from './objects/settings.ts';
import type { TemplateContent } from './objects/template-content.ts';
import { accessListStatements, withMaintain } from './role-privileges/access-lists.ts';
import { defaultPrivilegeStatements, readDefaultPrivileges } from './role-privileges/default-privileges.ts';
import { readPrivilegeDifferences } from './role-privileges/find-privilege-differences.ts';
import { privilegeFacts } from './role-privileges/privilege-facts.ts';

export interface CopiedObjects {
  readonly client: pg.Client;
  readonly snapshot: SourceSnapshot;
  readonly objects: readonly CatalogObject[];
  readonly template: TemplateContent;
  readonly targetMajor: number;
  /** Its own privileges go with it. */
  readonly role: string;
}

/**
 * Gives objects that are there by now to their owners, with their privileges: users' functions, which run as their owners, may
 * need what those have.
 */
export async function handOverObjects(
  copy: CopiedObjects,
  isMeant: (object: CatalogObject) => boolean,
): Promise<void> {
  const { client, template } = copy;
  const objects = copy.objects.filter(isMeant);
  const ofUsers = objects.filter((object) => !object.isMember && !template.objects.has(keyOf(object)));
  const [multiranges, others] = [true, false].map((is) =>
    ofUsers.filter(({ type }) => (type === 'multirange') === is),
  );
  await runStatements(client, ownershipStatements(others ?? [], await presentObjects(client)));
  const present = await presentObjects(client);
  await runStatements(client, ownershipStatements(multiranges ?? [], present));
  await runStatements(client, accessLists(copy, objects, present));
}

/** The same for all objects, and their settings, default privileges and comments: all of it names and values. */
export async function handOver(copy: CopiedObjects, properties: readonly string[]): Promise<void> {
  const { client, snapshot } = copy;
  await handOverObjects(copy, () => true);
  const majors = { source: snapshot.major, target: copy.targetMajor };
  const wanted = await readDefaultPrivileges(snapshot.client);
  await runStatements(client, [
    ...defaultPrivilegeStatements(wanted, await readDefaultPrivileges(client), majors),
    ...properties,
    ...(await storedSettingsBeside(snapshot.client, client)),
    ...(await commentStatements(snapshot.client, client)),
  ]);
}

/** Names of the superusers of a cluster. */
export async function superusersOf(client: pg.Client): Promise<ReadonlySet<string>> {
  const sql = 'select rolname as name from pg_catalog.pg_roles where rolsuper';
  return new Set((await client.query<{ name: string }>(sql)).rows.map(({ name }) => name));
}

async function presentObjects(client: pg.Client): Promise<ReadonlyMap<string, CatalogObject>> {
  return new Map((await catalogObjects(client)).map((object) => [keyOf(object), object]));
}

/** Who grants what somebody else let him needs the schema, and a column the table. */
const FIRST = ['schema', 'table'];

function accessLists(
  { client, snapshot, targetMajor, role }: CopiedObjects,
  objects: readonly CatalogObject[],
  present: ReadonlyMap<string, CatalogObject>,
): string[] {
  const place = ({ type }: CatalogObject) => (FIRST.includes(type) ? FIRST.indexOf(type) : FIRST.length);
  return [...objects]
    .sort((a, b) => place(a) - place(b))
    .flatMap((object) => {
      const now = present.get(keyOf(object));
      // What still belongs to the role that made it gets its privileges with its owner.
      if (now === undefined || object.privileges === null || now.owner === role) return [];
      const wanted = withMaintain(object.privileges, object.type, snapshot.major, targetMajor);
      const privileges = now.privileges?.filter(({ grantee }) => grantee !== role) ?? null;
      return accessListStatements(object, { ...now, privileges }, wanted, client.user ?? '');
    });
}

/** Who is what, and who has whose powers. Nothing that is run for users may change it. */
export async function rightsOfRoles(client: pg.Client): Promise<string> {
  const { roles, memberships } = await privilegeFacts(client);
  return JSON.stringify([roles, memberships]);
}

/** @throws {QueryError} 0A000 for a table whose rows would have no place */
export async function checkTables({ client, objects }: CopiedObjects): Promise<void> {
  const tables = objects.filter(({ type }) => type === 'table');
  const message = lostObject(tables, await presentObjects(client));
  if (message !== null) throw new QueryError({ message, code: SQLSTATE.notSupported });
}

/**
 * Compares what came out with the old database and with what anybody may be.
 * @param rights what {@link rightsOfRoles} answered before any definition ran
 * @throws {QueryError} 0A000 with the first thing that is not as it should be
 */
export async function checkCopy(
  { client, objects, template, targetMajor }: CopiedObjects,
  rights: string,
): Promise<void> {
  const [difference] = await readPrivilegeDifferences(client, targetMajor);
  const changed = (await rightsOfRoles(client)) === rights ? null : CHANGED;
  const message =
    difference?.message ??
    changed ??
    objectDifference(objects, await presentObjects(client), template.objects);
  if (message !== null) throw new QueryError({ message, code: SQLSTATE.notSupported });
}

const CHANGED =
  'The roles or their memberships were changed while definitions ran: one of them holds more than it should.';
