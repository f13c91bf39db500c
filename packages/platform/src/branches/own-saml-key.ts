import { withClient } from '@basalt/postgres';
import type { Client } from 'pg';
import type { Step, StepContext } from '../operations/definition.ts';
import { onDatabase } from '../project-cluster/on-database.ts';
import { startApart } from './start-apart.ts';

/** What a project proves itself with to identity providers, and opens what they seal for it. A branch is not its project. */
export interface SamlKey {
  private_key: string;
  certificate: string;
}

/** PEM; what is longer is none. Characters. */
const LONGEST = 16_384;
/** No code of users may run: it would as a superuser. */
const AS_IT_IS = 'set search_path = pg_catalog; set session_replication_role = replica';

/** A new branch forgets the key of its project and makes one when it needs it. Done again before anybody uses it, it does no harm. */
export const forgetSamlKey: Step = {
  name: 'forget-saml-key',
  title: 'Leave the key for identity providers to the project',
  run: (context) => onDatabase(context, (client) => putKey(client, null)),
};

/**
 * Gives a copy that will be the branch's database the key that the branch has, or none. Identity providers know a branch by its
 * certificate, which a reset must not change. Leaves the copy stopped.
 * @param ref of the copy
 */
export async function keepSamlKey(context: StepContext, ref: string): Promise<void> {
  // A database that does not answer any more is what a reset is good for: its branch gets a new key.
  const key = await onDatabase(context, readKey).catch(() => null);
  const address = await startApart(context, ref);
  await withClient(address, (client) => putKey(client, key));
  await context.clusters.stop(ref);
}

export async function readKey(client: Client): Promise<SamlKey | null> {
  await client.query(AS_IT_IS);
  if (!(await hasTable(client))) return null;
  const { rows } = await client.query<SamlKey>(
    'select private_key, certificate from basalt.saml_keys where length(private_key) <= $1 and length(certificate) <= $1 limit 1',
    [LONGEST],
  );
  return rows[0] ?? null;
}

export async function putKey(client: Client, key: SamlKey | null): Promise<void> {
  await client.query(AS_IT_IS);
  if (!(await hasTable(client))) return;
  await client.query('truncate basalt.saml_keys');
  if (key !== null)
    await client.query('insert into basalt.saml_keys (private_key, certificate) values ($1, $2)', [
      key.private_key,
      key.certificate,
    ]);
}

/** Projects of before single sign-on have it once they were started anew. */
async function hasTable(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_class where oid = to_regclass('basalt.saml_keys') and relkind = 'r'",
  );
  return rows.length > 0;
}
