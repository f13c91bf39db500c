import { expect, test } from 'vitest';
import type { ClusterDriver } from '../driver.ts';
import { openClusterBackups } from './open-cluster-backups.ts';
import type { BackupStore } from './ports/backup-store.ts';

test('the log says why what a database was made of is not its first backup', async () => {
  const said: unknown[][] = [];
  const backups = openClusterBackups({
    driver: { origin: () => Promise.reject(new Error('unreadable')) } as unknown as ClusterDriver,
    store: {} as BackupStore,
    log: (...line) => said.push(line),
  });
  await expect(backups.recordOrigin('abc')).rejects.toThrow('unreadable');
  expect(said).toMatchObject([
    ['warn', { ref: 'abc', error: { message: 'unreadable' } }, expect.any(String)],
  ]);
});
