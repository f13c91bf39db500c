import { useTestCluster } from '@basalt/clusters/testing';
import { createOutgoing, NOTHING_ALLOWED } from '@basalt/network';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { activateHostname, initializeHostname, verifyHostname } from './custom-hostname.ts';
import { activateLabel, deleteAddress, isAvailable } from './vanity-subdomain.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let dependencies: Dependencies;
let owner: Actor;
let ref: string;
let other: string;
/** What the world's name servers say. */
const records: Record<string, string[][]> = {};

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  owner = await platform.insertPerson('Owner');
  dependencies = {
    db: platform.db,
    untilServed: async () => {},
    outgoing: createOutgoing({
      allowed: NOTHING_ALLOWED,
      resolveTexts: async (name) => {
        if (records[name] === undefined) throw new Error('queryTxt ENOTFOUND');
        return records[name];
      },
    }),
    settings: {
      dashboardUrl: 'https://basalt.example.com',
      projectUrl: (project: string) => `https://${project}.api.example.com`,
    },
  } as unknown as Dependencies;
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  ref = (await platform.insertProject()).ref;
  other = (await platform.insertProject()).ref;
});

const HOST = 'api.acme.com';
const initialize = (project = ref) => initializeHostname(dependencies, owner, project, HOST);
const verify = (project = ref) => verifyHostname(dependencies, owner, project);
const activate = (project = ref) => activateHostname(dependencies, owner, project);

it('serves a host name once its TXT record shows whose it is, and no sooner', async () => {
  const begun = await initialize();
  const { name, value } = begun.data.result.ownership_verification;
  expect(begun).toMatchObject({
    status: '2_initiated',
    data: { result: { custom_origin_server: `${ref}.api.example.com`, status: 'pending' } },
  });
  await expect(activate()).rejects.toMatchObject({ code: 'conflict' });
  expect((await verify()).data.result.verification_errors).toEqual([
    expect.stringContaining(`No TXT record was found at ${name}`),
  ]);
  records[name] = [['of somebody else']];
  expect((await verify()).data.result.verification_errors).toEqual([
    expect.stringContaining('says something else'),
  ]);
  records[name] = [['of somebody else'], [value.slice(0, 10), value.slice(10)]];
  expect(await verify()).toMatchObject({
    status: '4_origin_setup_completed',
    data: { result: { status: 'active' } },
  });
  expect((await activate()).status).toBe('5_services_reconfigured');
  // Begun again it stays what it is.
  expect((await initialize()).status).toBe('5_services_reconfigured');
  // The name is nobody else's any more.
  await expect(initialize(other)).rejects.toMatchObject({ code: 'conflict', field: 'custom_hostname' });
  await deleteAddress(dependencies, owner, ref, 'custom');
  await deleteAddress(dependencies, owner, other, 'custom').catch(() => {});
});

it('keeps nobody from a name by saying that it is his', async () => {
  await initialize();
  const theirs = await initialize(other);
  const { name, value } = theirs.data.result.ownership_verification;
  records[name] = [[value]];
  expect((await verify(other)).status).toBe('4_origin_setup_completed');
  expect((await verify()).status).toBe('2_initiated');
  await deleteAddress(dependencies, owner, other, 'custom');
});

it('gives a label to one project, which is called by one name at a time', async () => {
  expect(await isAvailable(dependencies, owner, ref, 'quarry')).toBe(true);
  expect(await activateLabel(dependencies, owner, ref, 'quarry')).toBe('quarry.api.example.com');
  expect(await isAvailable(dependencies, owner, other, 'quarry')).toBe(false);
  await expect(activateLabel(dependencies, owner, other, 'quarry')).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(initialize()).rejects.toThrow(/vanity subdomain quarry/);
  await activateLabel(dependencies, owner, ref, 'pit');
  expect(await activateLabel(dependencies, owner, other, 'quarry')).toBe('quarry.api.example.com');
  await deleteAddress(dependencies, owner, ref, 'vanity');
  await expect(deleteAddress(dependencies, owner, ref, 'vanity')).rejects.toMatchObject({
    code: 'not_found',
  });
});
