import path from 'node:path';
import { type Balancer, findProgram, LEFT_OUT_MS, startBalancer } from '../basalt/balancer.ts';
import { findFreePorts } from '../basalt/free-ports.ts';
import { LOAD_SCHEMA, startLoad } from '../basalt/gateway-load.ts';
import { makeMachines } from '../basalt/machines.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { type DistantGateway, startGateway } from '../basalt/start-gateway.ts';
import { expect } from '../basalt/test.ts';

const test = testOnOwnServer(async () => ({
  BASALT_DOOR_PORT: String((await findFreePorts()).gateway),
  BASALT_DOOR_HOST: '0.0.0.0',
}));

test.describe('two gateways and a balancer', () => {
  test.setTimeout(180_000);

  // The certificate is one that Basalt has signed itself; the balancer, not the trust in it, is what is tried out here.
  test.beforeAll(() => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  });
  test.afterAll(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });

  for (const name of ['caddy', 'nginx'] as const)
    test(`behind ${name}: both are started anew and one is killed, and clients do not notice`, async ({
      api,
      basalt,
    }) => {
      test.skip(findProgram(name) === null, `${name} is not on this machine.`);
      const { ref } = await api.createProject(`Behind ${name}`);
      await api.rows(ref, LOAD_SCHEMA);
      const { anon, serviceRole } = await keysOf(api, basalt, ref);
      const ports = [await findFreePorts(), await findFreePorts(), await findFreePorts()].map(
        ({ gateway }) => gateway,
      ) as [number, number, number];
      const url = `https://localhost:${ports[2]}`;
      const machines = await makeMachines(2);
      const begin = (index: 0 | 1) =>
        startGateway(
          basalt,
          {
            BASALT_GATEWAY_PORT: String(ports[index]),
            BASALT_GATEWAY_URL: url,
            BASALT_TRUSTED_PROXIES: machines.all[index]?.home ?? '',
          },
          machines.all[index],
        );
      const placeOf = ({ origin }: DistantGateway) => new URL(origin).host;
      const gateways: DistantGateway[] = [];
      let balancer: Balancer | null = null;
      try {
        const [one, other] = await Promise.all([begin(0), begin(1)]);
        gateways.push(one, other);
        balancer = await startBalancer(name, {
          port: ports[2],
          gateways: [placeOf(one), placeOf(other)],
          pem: path.join(basalt.home, 'gateway.pem'),
        });
        const client = clientOf(`${url}/${ref}`, anon);
        const service = clientOf(`${url}/${ref}`, serviceRole);
        expect((await service.storage.createBucket('rocks')).error).toBeNull();
        const heard = new Set<string>();
        const listener = clientOf(`${url}/${ref}`, anon).channel('all');
        listener.on('broadcast', { event: 'tick' }, ({ payload }) => heard.add(payload.name as string));
        listener.subscribe();

        const load = startLoad(client, service);
        for (const index of [0, 1] as const) {
          await load.until(50);
          expect(await gateways[index]?.end('SIGTERM')).toBe(0);
          await gateways[index]?.dispose();
          gateways[index] = await begin(index);
          await new Promise((done) => setTimeout(done, LEFT_OUT_MS[name]));
          await load.until(50);
        }
        expect(load.failures).toEqual([]);
        expect(load.done).toBeGreaterThan(200);

        // A socket that was closed with its gateway came back by itself.
        await expect
          .poll(
            async () => {
              const tick = String(Date.now());
              await client.channel('all').httpSend('tick', { name: tick });
              return heard.size;
            },
            { timeout: 20_000, intervals: [300] },
          )
          .toBeGreaterThan(0);

        // One that is killed takes with it only what it was at work on: from then on everything is answered by the other.
        await gateways[0]?.end('SIGKILL');
        await load.until(20);
        load.failures.length = 0;
        await load.until(100);
        expect(load.failures).toEqual([]);
        await load.stop();
        listener.unsubscribe();
      } finally {
        await balancer?.stop();
        await Promise.all(gateways.map((gateway) => gateway.dispose()));
        await machines.remove();
      }
    });
});
