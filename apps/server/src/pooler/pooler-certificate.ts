import { randomBytes, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { writeAtomically } from '../home.ts';

const NAME = 'pooler.pem';
const YEARS = 10;

/**
 * What the pooler shows to clients that ask for TLS: a key and a certificate that it signed itself, made once and kept in the data
 * folder in a file that only its owner may read. Clients that check whom they speak to (`sslmode=verify-full`) are given that
 * file's certificate.
 */
export async function poolerCertificate(home: string): Promise<SecureContext> {
  const file = join(home, NAME);
  const kept = await readFile(file, 'utf8').catch(() => null);
  const usable = kept === null ? null : toContext(kept);
  if (usable !== null) return usable;
  const made = await makeCertificate();
  await writeAtomically(file, made, 0o600);
  return createSecureContext({ key: made, cert: made });
}

/** Null: it was cut short, or somebody changed it. */
function toContext(pem: string): SecureContext | null {
  try {
    return createSecureContext({ key: pem, cert: pem });
  } catch {
    return null;
  }
}

/** Key and certificate as one PEM text. */
async function makeCertificate(): Promise<string> {
  // Loaded when wanted: it is large, and needed once in the life of a data folder.
  await import('reflect-metadata');
  const { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } = await import(
    '@peculiar/x509'
  );
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = Date.now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(16).toString('hex'),
    name: 'CN=Basalt pooler',
    notBefore: new Date(now - 86_400_000),
    notAfter: new Date(now + YEARS * 365 * 86_400_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'dns', value: '*.localhost' },
        { type: 'dns', value: '*.basalt.localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return `${PemConverter.encode(key, 'PRIVATE KEY')}\n${certificate.toString('pem')}\n`;
}
