import { generateKeyPair, randomBytes, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { X509CertificateGenerator } from '@peculiar/x509';
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

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** A key and a certificate that it signed itself, as every identity provider takes it. */
async function makeKey(name: string, now: Date): Promise<SamlKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const der = { format: 'der' } as const;
  const keys = {
    privateKey: await webcrypto.subtle.importKey(
      'pkcs8',
      privateKey.export({ ...der, type: 'pkcs8' }),
      ALGORITHM,
      false,
      ['sign'],
    ),
    publicKey: await webcrypto.subtle.importKey(
      'spki',
      publicKey.export({ ...der, type: 'spki' }),
      ALGORITHM,
      true,
      ['verify'],
    ),
  };
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: `01${randomBytes(15).toString('hex')}`,
      name: `CN=${name}`,
      notBefore: new Date(now.getTime() - 86_400_000),
      notAfter: new Date(Date.UTC(now.getUTCFullYear() + YEARS, now.getUTCMonth())),
      signingAlgorithm: ALGORITHM,
      keys,
    },
    webcrypto as Crypto,
  );
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    certificate: certificate.toString('pem'),
  };
}
