import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupStore } from '../../ports/backup-store.ts';
import { BackupError } from '../../ports/cluster-backups.ts';
import { testBackupStore } from '../backup-store.cases.ts';
import { openFolderStore } from '../folder-store.ts';
import { type FollowedStore, openFollowedStore } from './followed-store.ts';

let folder: string;
let near: BackupStore;
let far: BackupStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-followed-'));
  near = await openFolderStore(join(folder, 'near'));
  far = await openFolderStore(join(folder, 'far'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await rm(folder, { recursive: true, force: true });
});

const opened: FollowedStore[] = [];
function open(): FollowedStore {
  const store = openFollowedStore(near, join(folder, 'notes'), () => {});
  opened.push(store);
  return store;
}
const kept = async (store: BackupStore) => (await store.list('')).map(({ key }) => key);
const farPlace = async (store: BackupStore) =>
  (await store.places('abc')).find(({ kind }) => kind === 'own_bucket');
const upToDate = (store: BackupStore) =>
  expect.poll(async () => (await farPlace(store))?.since, { interval: 5 }).toBeNull();

testBackupStore({
  open: async () => {
    const store = open();
    await store.follow('abc', far);
    return store;
  },
});

test('a follower gets what is kept already and what comes, of its cluster alone', async () => {
  await near.put('abc/base/one', Buffer.from('before'));
  await near.put('def/base/one', Buffer.from('of another'));
  const store = open();
  await store.follow('abc', far);
  await store.put('abc/base/two', Readable.from([Buffer.from('after')]));
  await store.put('def/base/two', Buffer.from('of another'));
  await store.copy('def/base/one', 'abc/base/three');
  await store.write('abc/wal/grows', 0, Buffer.from('log'));
  await store.remove('abc/base/one');
  await upToDate(store);
  expect(await kept(far)).toEqual(['abc/base/three', 'abc/base/two', 'abc/wal/grows']);
});

test('one that is away holds nobody up, and is caught up with by the next process', async () => {
  const away = new Proxy(far, {
    get: () => async () => {
      throw new BackupError('archive_failed', 'Your bucket does not answer.');
    },
  });
  const store = open();
  await store.follow('abc', away);
  await store.put('abc/base/one', Buffer.from('one'));
  await expect.poll(async () => (await farPlace(store))?.problem).toBe('Your bucket does not answer.');
  await store.close();
  const next = open();
  await next.follow('abc', far);
  await upToDate(next);
  expect(await kept(far)).toEqual(['abc/base/one']);
});

test('nothing is read from a follower, whatever it says', async () => {
  const store = open();
  await store.follow('abc', far);
  await store.put('abc/base/one', Buffer.from('ours'));
  await upToDate(store);
  await far.put('abc/base/one', Buffer.from('theirs'));
  await far.put('abc/base/two', Buffer.from('theirs'));
  expect(await text(await store.read('abc/base/one'))).toBe('ours');
  expect(await store.stat('abc/base/two')).toBeNull();
});

test('a cluster that is deleted leaves what its follower has', async () => {
  const store = open();
  await store.follow('abc', far);
  await store.put('abc/base/one', Buffer.from('one'));
  await upToDate(store);
  await store.remove('abc/');
  expect(await kept(near)).toEqual([]);
  expect(await kept(far)).toEqual(['abc/base/one']);
  expect(await farPlace(store)).toBeUndefined();
});

test('one that takes the place of another gets everything', async () => {
  const store = open();
  await store.follow('abc', await openFolderStore(join(folder, 'former')));
  await store.put('abc/base/one', Buffer.from('one'));
  await upToDate(store);
  await store.unfollow('abc');
  await store.follow('abc', far);
  await upToDate(store);
  expect(await kept(far)).toEqual(['abc/base/one']);
});

test('what is being written while another takes its place reaches that one', async () => {
  const store = open();
  await store.follow('abc', await openFolderStore(join(folder, 'former')));
  const content = new PassThrough();
  const stored = store.put('abc/base/one', content);
  content.write('slow');
  await store.follow('abc', far);
  content.end('ly');
  await stored;
  await upToDate(store);
  expect(await kept(far)).toEqual(['abc/base/one']);
});
