import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

/** A key and a certificate that signed itself, both as PEM. @param names addresses and host names */
export async function makeCertificateForTest(
  names: readonly string[],
): Promise<{ key: string; certificate: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=for tests',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 24 * 60 * 60_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: /^[\d.]+$/.test(value) ? 'ip' : 'dns', value })),
      ),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----\n`,
    certificate: certificate.toString('pem'),
  };
}
