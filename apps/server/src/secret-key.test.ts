import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Home, openHome } from './home.ts';
import {
  ensureSecretKey,
  findKeyFileWarning,
  keyFileWarning,
  readSecretKey,
  secretKeyFile,
} from './secret-key.ts';

const DIGITS = '0123456789abcdef'.repeat(4);

let home: Home;
let file: string;
beforeEach(async () => {
  home = await openHome(await mkdtemp(path.join(os.tmpdir(), 'basalt-key-')));
  file = secretKeyFile(home);
});
afterEach(() => rm(home.path, { recursive: true, force: true }));

const keyFiles = async () => (await readdir(home.path)).filter((name) => name.startsWith('secret.key'));

describe('the secret key', () => {
  it('is made once, for its owner only, and kept for ever', async () => {
    expect(await readSecretKey(home)).toBeNull();
    const key = await ensureSecretKey(home);
    expect(key).toHaveLength(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await ensureSecretKey(home)).toEqual(key);
    expect(await readSecretKey(home)).toEqual(key);
  });

  it('is not made by looking for it', async () => {
    await readSecretKey(home);
    expect(await keyFiles()).toEqual([]);
  });

  it.each([
    ['nothing is there', {}],
    ['half a draft is there', { 'secret.key.0123456789ab': '0123' }],
    ['a draft is there', { 'secret.key.0123456789ab': `${DIGITS}\n` }],
    ['the key and its draft are there', { 'secret.key': `${DIGITS}\n`, 'secret.key.0123456789ab': DIGITS }],
  ])('is whole after a first start that was killed when %s', async (_, files) => {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(home.path, name), text);
    const key = await ensureSecretKey(home);
    if ('secret.key' in files) expect(key.toString('hex')).toBe(DIGITS);
    else expect(await keyFiles()).toEqual(['secret.key']);
    expect(await readSecretKey(home)).toEqual(key);
  });

  it.each([
    ['empty', ''],
    ['short', DIGITS.slice(1)],
    ['long', `${DIGITS}0`],
    ['followed by something else', `${DIGITS}zz`],
    ['binary', '\0'.repeat(32)],
  ])('is refused and left alone when it is %s', async (_, text) => {
    await writeFile(file, text);
    for (const attempt of [readSecretKey, ensureSecretKey])
      await expect(attempt(home)).rejects.toThrow(/secret\.key is damaged: .* Restore it from your copy/);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('that is a link to nowhere, or a folder, is not replaced', async () => {
    await symlink('/nowhere/secret.key', file);
    await expect(ensureSecretKey(home)).rejects.toThrow(/is a link to a file that is not there/);
    await rm(file);
    await mkdir(file);
    await expect(ensureSecretKey(home)).rejects.toThrow(/cannot be read \(EISDIR\)/);
  });
});

describe('the warning about the file of the key', () => {
  const fine = { isLink: false, mode: 0o600, uid: 1000 };
  const FILE = '/data/secret.key';

  it.each([
    ['readable by its owner only', fine, null],
    ['read-only', { ...fine, mode: 0o400 }, null],
    ['readable by its group', { ...fine, mode: 0o640 }, /other users .* Run: chmod 600 \/data\/secret\.key$/],
    ['readable by all', { ...fine, mode: 0o644 }, /Run: chmod 600/],
    ['writable by others', { ...fine, mode: 0o602 }, /Run: chmod 600/],
    ["somebody else's", { ...fine, uid: 33 }, /another user \(id 33\).* Run: chown 1000 /],
    ['a link', { ...fine, isLink: true }, /is a link/],
    ['a link to what all may read', { ...fine, isLink: true, mode: 0o644 }, /Run: chmod 600/],
  ])('%s', (_, facts, expected) => {
    const warning = keyFileWarning(FILE, facts, 1000);
    if (expected === null) expect(warning).toBeNull();
    else expect(warning).toMatch(expected);
  });

  it('is not given where the system has no users', () => {
    expect(keyFileWarning(FILE, { ...fine, mode: 0o666 }, null)).toBeNull();
  });

  it('names a command that a shell takes', () => {
    const warning = keyFileWarning("/my data/o'clock/secret.key", { ...fine, mode: 0o644 }, 1000);
    expect(warning).toContain(`chmod 600 '/my data/o'\\''clock/secret.key'`);
  });

  it('comes from the file as it is', async () => {
    expect(await findKeyFileWarning(home)).toBeNull();
    await ensureSecretKey(home);
    expect(await findKeyFileWarning(home)).toBeNull();
    await chmod(file, 0o640);
    expect(await findKeyFileWarning(home)).toMatch(/Run: chmod 600/);
  });
});
