import path from 'node:path';
import { ApiClient } from '../e2e/basalt/api-client.ts';
import { findProgram, LEFT_OUT_MS, startBalancer } from '../e2e/basalt/balancer.ts';
import { findFreePorts } from '../e2e/basalt/free-ports.ts';
import { LOAD_SCHEMA, startLoad } from '../e2e/basalt/gateway-load.ts';
import { OWNER } from '../e2e/basalt/owner.ts';
import { clientOf, keysOf } from '../e2e/basalt/project-api.ts';
import { disposeBasalt, startBasalt } from '../e2e/basalt/start-basalt.ts';
import { type DistantGateway, startGateway } from '../e2e/basalt/start-gateway.ts';
import { time, until } from './bench-context.ts';
import { type Figure, median, percentile } from './figure.ts';

const ROUNDS = 3;
const KEYS = 10;
const READS = 2_000;
const AT_ONCE = 16;

/** Two gateways with data folders of their own, behind the balancers that this machine has, under load of the public client. */
export async function measureGateways(): Promise<Figure[]> {
  const doorPort = (await findFreePorts()).gateway;
  const basalt = await startBasalt({ environment: { BASALT_DOOR_PORT: String(doorPort) } });
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  // The certificate is one that Basalt has signed itself.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const gateways: DistantGateway[] = [];
  try {
    const api = new ApiClient(basalt.origin, OWNER.accessToken);
    const { ref } = await api.createProject('Bench gateways');
    await api.rows(ref, LOAD_SCHEMA);
    const { anon, serviceRole, url: near } = await keysOf(api, basalt, ref);
    const ports: number[] = [];
    for (let each = 0; each < 3; each += 1) ports.push((await findFreePorts()).gateway);
    const [first = 0, second = 0, front = 0] = ports;
    const begin = (port: number) => startGateway(basalt, { BASALT_GATEWAY_PORT: String(port) });
    gateways.push(await begin(first), await begin(second));

    const far = `${gateways[0]?.origin}/${ref}`;
    const revoked = await revokeKeys(api, ref, far);
    const speeds = { near: [] as number[], far: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      speeds.near.push(await readsPerSecond(near, anon));
      speeds.far.push(await readsPerSecond(far, anon));
    }
    const figures: Figure[] = [
      {
        name: 'a revoked key is refused by another machine',
        value: percentile(revoked, 1),
        unit: 'ms',
        target: 1_000,
        note: `the slowest of ${KEYS}, median ${Math.round(median(revoked))} ms`,
      },
      {
        name: 'small reads beside the database / by the door',
        value: median(speeds.near) / median(speeds.far),
        unit: 'times',
        target: null,
        note: `${Math.round(median(speeds.near))} and ${Math.round(median(speeds.far))} a second`,
      },
    ];

    const service = clientOf(near, serviceRole);
    await service.storage.createBucket('rocks');
    for (const name of ['caddy', 'nginx'] as const) {
      if (findProgram(name) === null) continue;
      const pem = path.join(basalt.home, 'gateway.pem');
      const balancer = await startBalancer(name, {
        port: front,
        gateways: [`127.0.0.1:${first}`, `127.0.0.1:${second}`],
        pem,
      });
      try {
        const url = `https://localhost:${front}/${ref}`;
        const load = startLoad(clientOf(url, anon), clientOf(url, serviceRole));
        for (let round = 0; round < ROUNDS; round += 1)
          for (const [index, port] of [first, second].entries()) {
            await load.until(100);
            await gateways[index]?.end('SIGTERM');
            await gateways[index]?.dispose();
            gateways[index] = await begin(port);
            await new Promise((done) => setTimeout(done, LEFT_OUT_MS[name]));
          }
        await load.until(100);
        await load.stop();
        figures.push({
          name: `failed requests, ${ROUNDS * 2} restarts behind ${name}`,
          value: (load.failures.length * 100) / load.done,
          unit: '%',
          target: 0,
          note: `${load.failures.length} of ${load.done}: reads, writes and uploads`,
        });
      } finally {
        await balancer.stop();
      }
    }
    return figures;
  } finally {
    for (const gateway of gateways) await gateway.dispose();
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    await disposeBasalt(basalt);
  }
}

/** How long after the answer of the platform each key was refused, in milliseconds. */
async function revokeKeys(api: ApiClient, ref: string, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let each = 0; each < KEYS; each += 1) {
    const key = await api.request('POST', `/v1/projects/${ref}/api-keys?reveal=true`, {
      type: 'secret',
      name: `bench_${each}`,
    });
    const isAnswered = async (status: number) =>
      (await fetch(`${url}/rest/v1/stones`, { headers: { apikey: key.body.api_key } })).status === status;
    await until('The new key', () => isAnswered(200));
    await api.request('DELETE', `/v1/projects/${ref}/api-keys/${key.body.id}`);
    times.push(await time(() => until('The end of a key', () => isAnswered(401), { every: 1 })));
  }
  return times;
}

async function readsPerSecond(url: string, key: string): Promise<number> {
  let left = READS;
  const ask = async () => {
    while (left-- > 0) {
      const answer = await fetch(`${url}/rest/v1/stones?limit=1`, { headers: { apikey: key } });
      if (answer.status !== 200) throw new Error(`A read was answered with ${answer.status}.`);
      await answer.arrayBuffer();
    }
  };
  const took = await time(() => Promise.all(Array.from({ length: AT_ONCE }, ask)));
  return (READS * 1_000) / took;
}
