import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SMALL_SETTINGS } from '../driver.ts';
import { ApiServer } from './api-server-for-test.ts';
import { clusterName, describeCluster } from './cluster-object.ts';
import { openDriverForTest, SETTINGS_FOR_TEST } from './driver-for-test.ts';
import { ScriptedOperator } from './operator-for-test.ts';

const SIZE = { settings: SMALL_SETTINGS, diskGb: 10 };
const server = new ApiServer();
let operator: ScriptedOperator;
let refs = 0;

beforeAll(async () => {
  await server.start();
  operator = new ScriptedOperator(server);
});
afterEach(() => {
  server.fault = () => undefined;
  server.admit = () => null;
  operator.stuck.clear();
  operator.failingMajor = null;
});
afterAll(() => server.stop());

const nextRef = () => `other${refs++}`;

async function running(ref = nextRef()) {
  const clusters = await openDriverForTest(server);
  await clusters.create(ref, 17, SIZE, 'a password');
  return { ref, clusters, name: clusterName(ref) };
}

it('never touches an object of its name that somebody else has made', async () => {
  const ref = nextRef();
  const clusters = await openDriverForTest(server);
  const foreign = describeCluster(ref, 17, SIZE, SETTINGS_FOR_TEST, { from: 'nothing' });
  server.put('clusters', { ...foreign, metadata: { name: clusterName(ref), labels: { team: 'others' } } });
  await operator.idle();
  const before = server.find('clusters', clusterName(ref));
  const stays = /was not made for this project, and stays as it is/;
  await expect(clusters.create(ref, 17, SIZE, 'a password')).rejects.toThrow(stays);
  await expect(clusters.pause(ref)).rejects.toThrow(stays);
  await expect(clusters.remove(ref)).rejects.toThrow(stays);
  expect(server.find('clusters', clusterName(ref))).toEqual(before);
});

it('refuses a smaller disk before it asks, since volumes only grow', async () => {
  const { ref, clusters } = await running();
  await expect(clusters.resize(ref, { ...SIZE, diskGb: 5 })).rejects.toThrow(/has 10Gi, and volumes/);
});

it('puts the former image back when an upgrade fails, and says why it did', async () => {
  const { ref, clusters, name } = await running();
  operator.failingMajor = 18;
  await expect(clusters.upgrade(ref, 18)).rejects.toThrow(/pg_upgrade has failed/);
  await operator.idle();
  expect(server.find('clusters', name)).toMatchObject({
    spec: {
      imageName: 'ghcr.io/cloudnative-pg/postgresql:17',
      plugins: [{ parameters: { serverName: `${name}-17` } }],
    },
    status: { phase: 'Cluster in healthy state' },
  });
  expect(await clusters.archive(ref)).toBe(`${name}-17`);
});

it('gives up as soon as the operator has, in its words', async () => {
  const ref = nextRef();
  operator.stuck.set(clusterName(ref), 'Cluster has incomplete or invalid image catalog');
  const clusters = await openDriverForTest(server);
  await expect(clusters.create(ref, 17, SIZE, 'a password')).rejects.toThrow(
    'CloudNativePG has given up: Cluster has incomplete or invalid image catalog.',
  );
});

it.each([
  [401, 'Unauthorized', 'Unauthorized', /does not know who asks.* Renew the credentials/],
  [403, 'Forbidden', 'exceeded quota: cpu, requested: 1', /^The quota of the namespace projects/],
  [422, 'Invalid', 'Cluster "x" is invalid: spec.foo', /^Kubernetes takes no such object: Cluster "x"/],
  [500, 'InternalError', 'failed calling webhook "m": refused', /See that its operator runs\.$/],
  [404, 'NotFound', 'namespaces "projects" not found', /^There is no namespace projects/],
])('says what a %i %s means', async (code, reason, message, sentence) => {
  const clusters = await openDriverForTest(server);
  server.fault = ({ verb }) => (verb === 'create' ? { refuse: { code, reason, message } } : undefined);
  await expect(clusters.create(nextRef(), 17, SIZE, 'a password')).rejects.toThrow(sentence);
});

it('waits as long as a busy server asks for', async () => {
  const { ref, clusters } = await running();
  let refused = 0;
  server.fault = () =>
    refused++ === 0
      ? { refuse: { code: 429, reason: 'TooManyRequests', message: 'later', retryAfter: 0.3 } }
      : undefined;
  const from = performance.now();
  await clusters.state(ref);
  expect(performance.now() - from).toBeGreaterThan(290);
});

it('is refused what the published schemas do not know', async () => {
  const { ref, clusters } = await running();
  const parameters = { work_mem: 8 as unknown as string };
  await expect(
    clusters.resize(ref, { ...SIZE, settings: { ...SMALL_SETTINGS, parameters } }),
  ).rejects.toThrow(/work_mem.* must be of type string/);
});
