import { makeSelfSigned } from '@basalt/network';

const YEARS = 10;

/**
 * A key and a certificate for this machine that it signed itself, as one PEM text.
 * @param name of whom it is; no host
 * @param further host names it is for
 */
export async function makeCertificate(name: string, further: readonly string[] = []): Promise<string> {
  const { key, certificate } = await makeSelfSigned({
    name,
    kind: 'ECDSA',
    years: YEARS,
    names: ['localhost', '*.localhost', '*.basalt.localhost', ...further],
    addresses: ['127.0.0.1', '::1'],
  });
  return `${key}\n${certificate}\n`;
}
