import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { writeAtomically } from '../home.ts';
import { makeCertificate } from '../make-certificate.ts';

const NAME = 'pooler.pem';

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
  const made = await makeCertificate('Basalt pooler');
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
