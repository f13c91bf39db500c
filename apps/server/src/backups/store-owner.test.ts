import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type BackupStore, openFolderStore } from '@basalt/clusters';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimStore, readOwner, writtenBy } from './store-owner.ts';

let folder: string;
let store: BackupStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-owner-'));
  store = await openFolderStore(folder);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

test('the first who writes owns the store, and everybody else is refused', async () => {
  await writtenBy(store, 'first').put('a/b', Buffer.from('1'));
  expect((await readOwner(store))?.installation).toBe('first');
  const other = writtenBy(store, 'second');
  const refusal = /Nothing is backed up any more: since .* the machine .* writes to this bucket/;
  await expect(other.put('a/b', Buffer.from('2'))).rejects.toThrow(refusal);
  await expect(other.write('a/c', 0, Buffer.from('2'))).rejects.toThrow(refusal);
  await expect(other.remove('a/')).rejects.toThrow(refusal);
  await expect(other.copy('a/b', 'a/c')).rejects.toThrow(refusal);
  expect(await text(await other.read('a/b'))).toBe('1');
});

test('a machine whose backups another one has taken over notices it within seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lost = writtenBy(store, 'lost');
  await lost.put('a/b', Buffer.from('1'));
  await claimStore(store, 'restored');
  vi.advanceTimersByTime(10_000);
  await expect(lost.put('a/b', Buffer.from('2'))).rejects.toMatchObject({ code: 'archive_failed' });
  await writtenBy(store, 'restored').put('a/b', Buffer.from('3'));
  expect(await text(await store.read('a/b'))).toBe('3');
});

test('a damaged note of the owner is told, and nothing is written', async () => {
  await store.put('_installation/owner.json', Buffer.from('{"installation":1}'));
  await expect(readOwner(store)).rejects.toMatchObject({ code: 'damaged' });
  await expect(writtenBy(store, 'first').put('a/b', Buffer.from('1'))).rejects.toThrow('cannot be read');
});
