import { makeSelfSigned } from '@basalt/network';
import type { AuthContext } from '../../auth-context.ts';
import type { Executor } from '../../store/run-transaction.ts';

/** With what the project signs its questions to identity providers. Both as PEM. */
export interface SamlKey {
  privateKey: string;
  certificate: string;
}

const YEARS = 10;

/** The project's key, made when it is first asked for. Identity providers keep the certificate: it stays the same. */
export async function samlKey({
  db,
  now,
  project,
}: Pick<AuthContext, 'db' | 'now' | 'project'>): Promise<SamlKey> {
  const known = await readKey(db);
  if (known !== null) return known;
  const made = await makeKey(project.ref, now);
  // Of two that are made at once, the first one stays.
  await db.query(
    'insert into basalt.saml_keys (private_key, certificate) values ($1, $2) on conflict do nothing',
    [made.privateKey, made.certificate],
  );
  return (await readKey(db)) ?? made;
}

async function readKey(db: Executor): Promise<SamlKey | null> {
  const rows = await db.query<SamlKey>(
    'select private_key as "privateKey", certificate from basalt.saml_keys',
  );
  return rows[0] ?? null;
}

/** A key and a certificate that it signed itself, as every identity provider takes it. */
async function makeKey(name: string, now: Date): Promise<SamlKey> {
  const { key, certificate } = await makeSelfSigned({ name, kind: 'RSA', years: YEARS, now });
  return { privateKey: key, certificate };
}
