import { readFile } from 'node:fs/promises';
import { loadAllYaml } from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ClusterError, SMALL_SETTINGS } from '../driver.ts';
import { describeShare, KILL_TURN, shareOf } from '../matrix-share.ts';
import { type Anything, ApiServer, type Fault, type ServedRequest } from './api-server-for-test.ts';
import { backupName, clusterName, generationNamed } from './cluster-object.ts';
import { openDriverForTest } from './driver-for-test.ts';
import type { KubernetesClusters } from './kubernetes-clusters.ts';
import { KubernetesKeeper } from './kubernetes-keeper.ts';
import { ScriptedOperator } from './operator-for-test.ts';
import { poolerName } from './pooler-object.ts';

const SIZE = {
  settings: {
    ...SMALL_SETTINGS,
    limits: { memoryMb: 512, cpus: 0.5 },
    pool: { connections: 11, clients: 5_000 },
  },
  diskGb: 10,
};
const LARGER = {
  settings: {
    ...SMALL_SETTINGS,
    sharedBuffersMb: 64,
    limits: { memoryMb: 1024, cpus: 1 },
    pool: { connections: 20, clients: 5_000 },
  },
  diskGb: 20,
};
const AT = new Date('2026-01-02T03:04:05.000Z');

const server = new ApiServer();
let operator: ScriptedOperator;
let refs = 0;
const results = new Map<string, Map<string, string>>();

interface Operation {
  run(clusters: KubernetesClusters, ref: string): Promise<unknown>;
  /** What must be there before. Default: a cluster that runs. */
  before?(clusters: KubernetesClusters, ref: string): Promise<void>;
  /** How it must be afterwards, however it came about. */
  after(ref: string): void;
  /** It changes nothing, so that a webhook has nothing to say. */
  reads?: true;
}

/** The project that another one is made of. */
const originOf = (ref: string) => `${ref}o`;
const running = (clusters: KubernetesClusters, ref: string) => clusters.create(ref, 17, SIZE, 'a password');
const cluster = (ref: string) => server.find('clusters', clusterName(ref));
/** The pooler of a project, and how many of its pods the operator says there are. */
const pooler = (ref: string) => server.find('poolers', poolerName(ref));
function expectPooler(ref: string, pods: number, ofEachPod: number): void {
  expect(pooler(ref)).toMatchObject({
    metadata: { labels: { 'basalt.dev/project': ref } },
    spec: {
      cluster: { name: clusterName(ref) },
      type: 'rw',
      instances: pods,
      pgbouncer: {
        poolMode: 'transaction',
        parameters: {
          default_pool_size: String(ofEachPod),
          max_db_connections: String(ofEachPod),
          max_client_conn: '2500',
          max_prepared_statements: '200',
        },
      },
    },
    status: { instances: pods },
  });
}
const healthy = { phase: 'Cluster in healthy state', readyInstances: 2 };

const OPERATIONS: Record<string, Operation> = {
  create: {
    before: async () => {},
    run: running,
    after: (ref) => {
      expect(cluster(ref)).toMatchObject({ spec: { instances: 2 }, status: healthy });
      expect(server.find('secrets', `${clusterName(ref)}-login`).data.password).toBe(
        Buffer.from('a password').toString('base64'),
      );
      expect(server.find('scheduledbackups', `${clusterName(ref)}-schedule`)).not.toBeNull();
      expectPooler(ref, 2, 5);
    },
  },
  status: {
    run: async (clusters, ref) => expect(await clusters.state(ref)).toEqual({ is: 'running' }),
    after: () => {},
    reads: true,
  },
  pause: {
    run: (clusters, ref) => clusters.pause(ref),
    after: (ref) => {
      expect(cluster(ref).status.conditions).toEqual([
        expect.objectContaining({ reason: 'Hibernated', status: 'True' }),
      ]);
      expectPooler(ref, 0, 5);
    },
  },
  resume: {
    before: async (clusters, ref) => {
      await running(clusters, ref);
      await clusters.pause(ref);
    },
    run: (clusters, ref) => clusters.resume(ref),
    after: (ref) => {
      expect(cluster(ref).status).toMatchObject({ ...healthy, conditions: [] });
      expectPooler(ref, 2, 5);
    },
  },
  restart: {
    run: (clusters, ref) => clusters.restart(ref, AT),
    after: (ref) => {
      expect(cluster(ref).metadata.annotations['kubectl.kubernetes.io/restartedAt']).toBe(AT.toISOString());
      expect(cluster(ref).status).toMatchObject(healthy);
      expectPooler(ref, 2, 5);
    },
  },
  'pool size': {
    run: (clusters, ref) => clusters.setPool(ref, { connections: 14, clients: 5_000 }),
    after: (ref) => expectPooler(ref, 2, 7),
  },
  'pool size while paused': {
    before: async (clusters, ref) => {
      await running(clusters, ref);
      await clusters.pause(ref);
    },
    run: (clusters, ref) => clusters.setPool(ref, { connections: 14, clients: 5_000 }),
    after: (ref) => expectPooler(ref, 0, 7),
  },
  resize: {
    run: (clusters, ref) => clusters.resize(ref, LARGER),
    after: (ref) => {
      expect(cluster(ref).spec).toMatchObject({
        storage: { size: '20Gi' },
        resources: { limits: { memory: '1024Mi', cpu: '1000m' } },
        postgresql: { parameters: { shared_buffers: '64MB' } },
      });
      expect(cluster(ref).status).toMatchObject({ ...healthy, resizingPVC: [] });
      expectPooler(ref, 2, 10);
    },
  },
  configure: {
    run: (clusters, ref) =>
      clusters.resize(ref, {
        ...SIZE,
        settings: { ...SIZE.settings, parameters: { work_mem: '8MB', ssl: 'off' } },
      }),
    after: (ref) => {
      expect(cluster(ref).spec.postgresql.parameters).toMatchObject({ work_mem: '8MB' });
      expect(cluster(ref).spec.postgresql.parameters).not.toHaveProperty('ssl');
    },
  },
  'back up': {
    run: (clusters, ref) => clusters.backUp(ref, 'one', 'archive'),
    after: (ref) => {
      expect(server.find('backups', backupName(ref, 'one'))).toMatchObject({
        spec: { method: 'plugin', cluster: { name: clusterName(ref) } },
        status: { phase: 'completed' },
      });
    },
  },
  snapshot: {
    run: (clusters, ref) => clusters.backUp(ref, 'two', 'snapshot'),
    after: (ref) =>
      expect(server.find('backups', backupName(ref, 'two'))).toMatchObject({
        spec: { method: 'volumeSnapshot' },
        status: { phase: 'completed' },
      }),
  },
  'suspend backups': {
    run: (clusters, ref) => clusters.setScheduled(ref, false),
    after: (ref) =>
      expect(server.find('scheduledbackups', `${clusterName(ref)}-schedule`).spec.suspend).toBe(true),
  },
  'restore to a time': {
    before: async () => {},
    run: (clusters, ref) =>
      clusters.create(ref, 17, SIZE, 'a password', {
        from: 'archive',
        server: 'basalt-other-17',
        until: { at: AT },
      }),
    after: (ref) =>
      expect(cluster(ref)).toMatchObject({
        spec: {
          bootstrap: { recovery: { source: 'origin', recoveryTarget: { targetTime: AT.toISOString() } } },
          externalClusters: [{ plugin: { parameters: { serverName: 'basalt-other-17' } } }],
        },
        status: healthy,
      }),
  },
  'restore a backup': {
    before: async (clusters, ref) => {
      await running(clusters, originOf(ref));
      await clusters.resize(originOf(ref), { ...SIZE, diskGb: 40 });
      await clusters.backUp(originOf(ref), 'one', 'archive');
    },
    run: (clusters, ref) =>
      new KubernetesKeeper(clusters, 10).create(ref, 17, 'a password', {
        ref: originOf(ref),
        until: { backup: backupName(originOf(ref), 'one') },
        settings: SIZE.settings,
      }),
    after: (ref) => {
      const { backupId } = server.find('backups', backupName(originOf(ref), 'one')).status;
      expect(cluster(ref)).toMatchObject({
        spec: {
          bootstrap: { recovery: { recoveryTarget: { backupID: backupId, targetImmediate: true } } },
          externalClusters: [{ plugin: { parameters: { serverName: `${clusterName(originOf(ref))}-17` } } }],
          // Its own archive, and a volume that holds what the former had.
          plugins: [{ parameters: { serverName: `${clusterName(ref)}-17` } }],
          storage: { size: '40Gi' },
        },
        status: healthy,
      });
      expect(cluster(originOf(ref)).status).toMatchObject(healthy);
    },
  },
  replace: {
    before: async (clusters, ref) => {
      await running(clusters, originOf(ref));
      await running(clusters, ref);
      await clusters.backUp(ref, 'former', 'archive');
    },
    run: (clusters, ref) =>
      new KubernetesKeeper(clusters, 10).create(ref, 17, 'a password', {
        ref: originOf(ref),
        until: { at: AT },
        settings: SIZE.settings,
        replaces: 'one',
      }),
    after: (ref) => {
      expect(cluster(ref)).toMatchObject({
        spec: {
          bootstrap: { recovery: { recoveryTarget: { targetTime: AT.toISOString() } } },
          externalClusters: [{ plugin: { parameters: { serverName: `${clusterName(originOf(ref))}-17` } } }],
          // Another one than the former had: an archive that is not empty is refused.
          plugins: [{ parameters: { serverName: `${clusterName(ref)}-17-${generationNamed('one')}` } }],
        },
        status: healthy,
      });
      expect(server.find('backups', backupName(ref, 'former'))).toBeNull();
      expect(server.find('secrets', `${clusterName(ref)}-login`)).not.toBeNull();
      expectPooler(ref, 2, 5);
      expect(cluster(originOf(ref)).status).toMatchObject(healthy);
    },
  },
  clone: {
    before: async () => {},
    run: (clusters, ref) =>
      clusters.create(ref, 17, SIZE, 'a password', { from: 'snapshot', backup: 'basalt-other-abc' }),
    after: (ref) =>
      expect(cluster(ref)).toMatchObject({
        spec: { bootstrap: { recovery: { backup: { name: 'basalt-other-abc' } } } },
        status: healthy,
      }),
  },
  upgrade: {
    run: (clusters, ref) => clusters.upgrade(ref, 18),
    after: (ref) =>
      expect(cluster(ref)).toMatchObject({
        spec: { plugins: [{ parameters: { serverName: `${clusterName(ref)}-18` } }] },
        status: { ...healthy, pgDataImageInfo: { majorVersion: 18 } },
      }),
  },
  'upgrade given up': {
    run: async (clusters, ref) => {
      operator.failingMajor = 18;
      await clusters.upgrade(ref, 18).catch(async (error: ClusterError) => {
        if (!error.message.includes('pg_upgrade has failed')) throw error;
        await clusters.upgrade(ref, 17);
      });
    },
    after: (ref) =>
      expect(cluster(ref)).toMatchObject({
        spec: {
          imageName: expect.stringMatching(/:17$/),
          plugins: [{ parameters: { serverName: `${clusterName(ref)}-17` } }],
        },
        status: { ...healthy, pgDataImageInfo: { majorVersion: 17 } },
      }),
  },
  password: {
    run: (clusters, ref) => clusters.setPassword(ref, 'another'),
    after: (ref) =>
      expect(server.find('secrets', `${clusterName(ref)}-login`).data.password).toBe(
        Buffer.from('another').toString('base64'),
      ),
  },
  remove: {
    before: async (clusters, ref) => {
      await running(clusters, ref);
      await clusters.backUp(ref, 'one', 'archive');
    },
    run: (clusters, ref) => clusters.remove(ref),
    after: (ref) => {
      const left = ['clusters', 'poolers', 'backups', 'scheduledbackups', 'secrets'].flatMap((plural) =>
        server.all(plural).filter(({ metadata }) => metadata.name.startsWith(clusterName(ref))),
      );
      expect(left).toEqual([]);
    },
  },
};

/** What goes wrong the first time that something is asked. */
function once(
  faultOf: (request: ServedRequest) => Fault | undefined,
): (request: ServedRequest) => Fault | undefined {
  const asked = new Set<string>();
  return (request) => {
    const key = `${request.verb} ${request.resource} ${request.name}`;
    if (asked.has(key)) return undefined;
    const fault = faultOf(request);
    if (fault) asked.add(key);
    return fault;
  };
}

/** Under these, everything comes to the same end as if nothing had gone wrong. */
const SETTLED: Record<string, () => void> = {
  plain: () => {},
  'answers lost': () => {
    server.fault = once(() => ({ lose: 'after' }));
  },
  'requests lost': () => {
    server.fault = once(() => ({ lose: 'before' }));
  },
  conflicts: () => {
    server.fault = once(({ verb }) => (verb === 'patch' ? { meddle: true } : undefined));
  },
  'too many requests': () => {
    server.fault = once(() => ({
      refuse: { code: 429, reason: 'TooManyRequests', message: 'please try again later', retryAfter: 0.01 },
    }));
  },
  'watches expire': () => {
    let place = 0;
    server.fault = ({ verb }) => {
      if (verb !== 'watch' || place >= 4) return undefined;
      place += 1;
      server.compact();
      return { expire: place % 2 === 0 ? 'status' : 'event' };
    };
  },
  'slow and wayward': () => {
    operator.paceMs = 5;
    operator.wayward = true;
  },
};

/** Under these nothing is done, and whoever reads the message knows what to do. */
const REFUSED: Record<string, { given(): void; told: (operation: string) => RegExp | null }> = {
  'webhook refuses': {
    given: () => {
      server.admit = () => 'not while the moon is full';
    },
    told: (name) =>
      OPERATIONS[name]?.reads || name === 'remove'
        ? null
        : /^A rule of this Kubernetes cluster refuses it: .*moon/,
  },
  'kinds are missing': {
    given: () => {
      server.hasOperatorKinds = false;
    },
    // Passwords are in a Secret, which every Kubernetes has.
    told: (name) => (name === 'password' ? null : /Install CloudNativePG/),
  },
  'not permitted': {
    given: () => {
      server.permits = () => false;
    },
    told: () =>
      /^Basalt may not (get|list|create|patch|delete) [a-z.]+ in the namespace projects\. Add the verb/,
  },
};

beforeAll(async () => {
  await server.start();
  operator = new ScriptedOperator(server);
});

afterEach(() => wellAgain());

afterAll(async () => {
  await server.stop();
  process.stdout.write(`\n${tableOf(results)}\n${describeShare(KILL_TURN, 'KILL_MATRIX')}\n`);
});

async function prepared(name: string) {
  const ref = `ref${String.fromCharCode(97 + (refs % 26))}${refs++}`;
  const operation = OPERATIONS[name]!;
  await (operation.before ?? running)(await openDriverForTest(server), ref);
  await operator.idle();
  return { ref, operation };
}

function wellAgain(): void {
  server.fault = () => undefined;
  server.admit = () => null;
  server.permits = () => true;
  server.hasOperatorKinds = true;
  operator.paceMs = 0;
  operator.wayward = false;
  operator.failingMajor = null;
}

function note(operation: string, condition: string, result: string): void {
  const row = results.get(operation) ?? new Map<string, string>();
  results.set(operation, row.set(condition, result));
}

describe.each(Object.keys(OPERATIONS))('%s', (name) => {
  it.each(Object.keys(SETTLED))('comes to its end: %s', async (condition) => {
    const { ref, operation } = await prepared(name);
    SETTLED[condition]!();
    await operation.run(await openDriverForTest(server), ref);
    wellAgain();
    await operator.idle();
    operation.after(ref);
    note(name, condition, 'done');
  });

  it('comes to its end when its process is killed at any request', async () => {
    const places = Array.from({ length: await countRequests(name) }, (_, place) => place);
    const cases = places.flatMap((place) => (['before', 'after'] as const).map((lose) => ({ place, lose })));
    const chosen = shareOf(cases, KILL_TURN, Object.keys(OPERATIONS).indexOf(name));
    for (const { place, lose } of chosen) {
      const { ref, operation } = await prepared(name);
      const token = `killed-${ref}`;
      let asked = 0;
      server.fault = (request) => {
        if (request.token !== token) return undefined;
        asked += 1;
        if (asked <= place) return undefined;
        // From here on this process does nothing that reaches the server.
        return { lose: asked === place + 1 ? lose : 'before' };
      };
      await operation.run(await openDriverForTest(server, token), ref).catch(() => {});
      await operation.run(await openDriverForTest(server, `next-${ref}`), ref);
      await operator.idle();
      operation.after(ref);
    }
    note(name, 'killed', `done, ${chosen.length} of ${cases.length} places`);
    // All places of the longest operation are more than fit into the usual time.
  }, 150_000);

  it.each(Object.keys(REFUSED))('says what is wrong: %s', async (condition) => {
    const { ref, operation } = await prepared(name);
    const { given, told } = REFUSED[condition]!;
    const sentence = told(name);
    const former = [cluster(ref), pooler(ref), server.all('backups').length];
    given();
    const running = Promise.resolve(operation.run(await openDriverForTest(server), ref));
    if (sentence === null) {
      await running;
      note(name, condition, 'done');
      return;
    }
    const error = await running.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ClusterError);
    expect((error as ClusterError).message).toMatch(sentence);
    wellAgain();
    expect([cluster(ref), pooler(ref), server.all('backups').length]).toEqual(former);
    note(name, condition, 'told');
  });
});

describe('where poolers are switched off', () => {
  const without = () => openDriverForTest(server, 'driver', { poolers: 0 });

  it('the next restart deletes what was made while they were on, and they come back with it', async () => {
    const { ref } = await prepared('restart');
    expect(pooler(ref)).not.toBeNull();
    await (await without()).restart(ref, AT);
    expect(pooler(ref)).toBeNull();
    const later = new Date(AT.getTime() + 1_000);
    await (await openDriverForTest(server)).restart(ref, later, SIZE.settings.pool);
    await operator.idle();
    expectPooler(ref, 2, 5);
  });

  it("nobody else's pooler is touched, and no right to any is needed", async () => {
    const ref = 'theirs';
    const theirs = { metadata: { name: poolerName(ref) }, spec: { cluster: { name: clusterName(ref) } } };
    server.put('poolers', theirs);
    await running(await without(), ref);
    server.permits = ({ resource }) => resource !== 'poolers';
    await (await without()).pause(ref);
    await (await without()).remove(ref);
    expect(pooler(ref)).toMatchObject(theirs);
  });
});

it('a rule that refuses the pooler alone is told, and once it is gone the operation comes to its end', async () => {
  const { ref, operation } = await prepared('resume');
  server.admit = (plural) => (plural === 'poolers' ? 'at most one pod each' : null);
  await expect(operation.run(await openDriverForTest(server), ref)).rejects.toThrow(
    /^A rule of this Kubernetes cluster refuses it: .*at most one pod each/,
  );
  wellAgain();
  await operation.run(await openDriverForTest(server), ref);
  await operator.idle();
  operation.after(ref);
});

it('a pooler of the wanted name that somebody else made is told of, and stays', async () => {
  const ref = 'taken';
  server.put('poolers', { metadata: { name: poolerName(ref) }, spec: { cluster: { name: 'another' } } });
  await expect(running(await openDriverForTest(server), ref)).rejects.toThrow(
    /^Pooler basalt-taken-pooler-rw in the namespace projects was not made for this project/,
  );
});

it('asks for all that the Role in deploy/ permits, and for nothing else', async () => {
  expect(await (await openDriverForTest(server)).refs()).not.toEqual([]);
  const asked = new Map<string, Set<string>>();
  for (const { resource, verb } of server.requests)
    asked.set(resource, (asked.get(resource) ?? new Set()).add(verb));
  const file = new URL('../../../../deploy/kubernetes/rights.yaml', import.meta.url);
  const objects = loadAllYaml(await readFile(file, 'utf8')) as Anything[];
  const role = objects.find(({ kind }) => kind === 'Role');
  const permitted = role.rules.map(({ resources, verbs }: Anything) => [resources[0], verbs]);
  const used = [...asked].map(([resource, verbs]) => [resource, [...verbs].sort()]);
  expect(Object.fromEntries(used)).toEqual(Object.fromEntries(permitted));
});

/** How many requests an operation takes when nothing goes wrong. */
async function countRequests(name: string): Promise<number> {
  const { ref, operation } = await prepared(name);
  const from = server.requests.length;
  await operation.run(await openDriverForTest(server), ref);
  return server.requests.length - from;
}

/** Operations down, conditions across. */
function tableOf(all: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  const conditions = [...new Set([...all.values()].flatMap((row) => [...row.keys()]))];
  const rows = [...all].map(([name, row]) => [name, ...conditions.map((each) => row.get(each) ?? 'FAILED')]);
  return [['operation', ...conditions], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
