import { chown, link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chownTree } from '../files/copy-tree.ts';
import { removeTree } from '../files/remove-tree.ts';
import { runsAsRoot } from './access.ts';
import { reown } from './reown.ts';

const FORMER = { uid: 1_879_000_001, gid: 1_879_000_001 };
const OWNER = { uid: 1_879_000_002, gid: 1_879_000_002 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'owner-'));
  await mkdir(join(folder, 'data', 'base'), { recursive: true });
  await writeFile(join(folder, 'data', 'base', 'file'), 'x');
  await writeFile(join(folder, 'secret'), 'swordfish', { mode: 0o600 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const uidOf = async (...path: string[]) => (await stat(join(folder, ...path))).uid;

describe.skipIf(!runsAsRoot)('a data directory that is given to another user', () => {
  test('is his with all that is in it; what links lead to and what is somebody else’s stays', async () => {
    await link(join(folder, 'secret'), join(folder, 'data', 'base', 'second-name'));
    await symlink(join(folder, 'secret'), join(folder, 'data', 'base', 'link'));
    await symlink(folder, join(folder, 'data', 'folder-link'));
    await chownTree(join(folder, 'data', 'base'), FORMER);
    await chownTree(join(folder, 'data'), FORMER);
    await reown(join(folder, 'data'), (uid) => uid === FORMER.uid, OWNER);
    expect(await uidOf('data')).toBe(OWNER.uid);
    expect(await uidOf('data', 'base', 'file')).toBe(OWNER.uid);
    // The second name made it the former user's own; more than one name and it is left alone.
    expect(await uidOf('secret')).toBe(FORMER.uid);
    expect(await uidOf()).toBe(0);
  });
});

describe('a folder that is deleted', () => {
  test('is gone with all that is in it, however it is locked; what links lead to stays', async () => {
    await symlink(folder, join(folder, 'data', 'link'));
    await mkdir(join(folder, 'data', 'locked', 'more'), { recursive: true });
    if (runsAsRoot) await chownTree(join(folder, 'data'), OWNER);
    await removeTree(join(folder, 'data'));
    await expect(stat(join(folder, 'data'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('swordfish');
    await removeTree(join(folder, 'data'));
  });

  test.skipIf(!runsAsRoot)('is deleted with the rights of its owner only', async () => {
    await mkdir(join(folder, 'data', 'roots-own'));
    await writeFile(join(folder, 'data', 'roots-own', 'file'), '');
    await chownTree(join(folder, 'data', 'base'), OWNER);
    const { uid, gid } = OWNER;
    await chown(join(folder, 'data'), uid, gid);
    await expect(removeTree(join(folder, 'data'))).rejects.toMatchObject({ code: 'ENOTEMPTY' });
    expect((await stat(join(folder, 'data', 'roots-own', 'file'))).isFile()).toBe(true);
  });
});
