import { text } from 'node:stream/consumers';
import { BackupError, type BackupStore } from '@basalt/clusters';

const KEY = '_installation/secret.key';

/** Puts the key that seals secrets into a store that is encrypted itself. */
export async function keepSecretKey(store: BackupStore, secretKey: Buffer): Promise<void> {
  if ((await readStoredSecretKey(store))?.equals(secretKey)) return;
  await store.put(KEY, Buffer.from(secretKey.toString('hex')));
}

/** Null: it is not there. @throws {BackupError} damaged */
export async function readStoredSecretKey(store: BackupStore): Promise<Buffer | null> {
  const content = await store.read(KEY).then(text, (error: unknown) => {
    if (error instanceof BackupError && error.code === 'not_found') return null;
    throw error;
  });
  if (content === null) return null;
  if (/^[0-9a-f]{64}$/.test(content)) return Buffer.from(content, 'hex');
  throw new BackupError('damaged', `${KEY} of the backups holds no key.`);
}
