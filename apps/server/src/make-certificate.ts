import { randomBytes, webcrypto } from 'node:crypto';

const YEARS = 10;

/**
 * A key and a certificate that it signed itself, as one PEM text.
 * @param name of whom it is; no host
 */
export async function makeCertificate(name: string): Promise<string> {
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
    name: `CN=${name}`,
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
