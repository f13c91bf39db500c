import { randomBytes } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform, secrets, type TestPlatform } from '../backups/platform-for-test.ts';
import { checkSecretKey, holdsSecrets, OtherSecretKeyError } from './check-secret-key.ts';
import { secretBox } from './secret-box.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const other = secretBox(randomBytes(32));

let platform: TestPlatform;
let url: string;
const warnings: unknown[] = [];
const check = (box = secrets) =>
  checkSecretKey(platform.db, box, (level, fields) => level === 'warn' && warnings.push(fields));

beforeEach(async () => {
  const address = await cluster.createDatabase();
  const { host, port, user, database } = address;
  url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  warnings.length = 0;
  expect(await holdsSecrets(url)).toBe(false);
  platform = await openTestPlatform(address);
});
afterEach(() => platform.db.destroy());

describe('the key of a database', () => {
  it('is noted down at the first start, and no other is taken from then on', async () => {
    expect(await holdsSecrets(url)).toBe(false);
    await check();
    expect(await holdsSecrets(url)).toBe(true);
    await check();
    await expect(check(other)).rejects.toThrow(OtherSecretKeyError);
    await check();
  });

  it('is one only, when two come at once', async () => {
    const outcomes = await Promise.allSettled([check(), check(other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the key of a database of an older Basalt', () => {
  it('is noted down when it opens what was sealed', async () => {
    await platform.insertProject();
    expect(await holdsSecrets(url)).toBe(true);
    await check();
    await expect(check(other)).rejects.toThrow(OtherSecretKeyError);
    expect(warnings).toEqual([]);
  });

  it('is not taken for the right one when it opens nothing', async () => {
    await platform.insertProject();
    await expect(check(other)).rejects.toThrow(OtherSecretKeyError);
    await check();
  });

  it('may be one that was made after the first was lost', async () => {
    const { ref } = await platform.insertProject();
    await platform.insertProject({ database_password: other.seal('of later') });
    await check(other);
    expect(warnings).toEqual([{ ref }]);
  });

  it('counts for deleted projects, which can come back', async () => {
    await platform.insertProject({ removed_at: new Date() });
    expect(await holdsSecrets(url)).toBe(true);
  });
});
