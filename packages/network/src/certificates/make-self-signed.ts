import { randomBytes, webcrypto } from 'node:crypto';

/** Both as PEM; the key as PKCS #8. */
export interface SelfSigned {
  key: string;
  certificate: string;
}

export interface SelfSignedOptions {
  /** The common name. */
  name: string;
  /** RSA with 2048 bits, or ECDSA on P-256. */
  kind: 'RSA' | 'ECDSA';
  years: number;
  /** Host names it is for. */
  names?: readonly string[];
  /** IP addresses it is for. */
  addresses?: readonly string[];
  /** Default: the machine's time. */
  now?: Date;
}

const ALGORITHMS = {
  RSA: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  ECDSA: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

const DAY_MS = 86_400_000;

/** A new key, and a certificate that it signed itself, good from the day before. */
export async function makeSelfSigned({
  name,
  kind,
  years,
  names = [],
  addresses = [],
  now = new Date(),
}: SelfSignedOptions): Promise<SelfSigned> {
  // Loaded when wanted: it is large, and needed a few times in the life of an installation.
  await import('reflect-metadata');
  const { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } = await import(
    '@peculiar/x509'
  );
  const algorithm = ALGORITHMS[kind];
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const alternatives = [
    ...names.map((value) => ({ type: 'dns' as const, value })),
    ...addresses.map((value) => ({ type: 'ip' as const, value })),
  ];
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(16).toString('hex'),
    name: `CN=${name}`,
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + years * 365 * DAY_MS),
    signingAlgorithm: algorithm,
    keys,
    extensions: alternatives.length === 0 ? [] : [new SubjectAlternativeNameExtension(alternatives)],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: PemConverter.encode(key, 'PRIVATE KEY'), certificate: certificate.toString('pem') };
}
