import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import pg from 'pg';
import type { BenchContext } from './bench-context.ts';
import { type Figure, median } from './figure.ts';
import { memoryOfHome, untilQuiet } from './process-load.ts';

const run = promisify(execFile);

/** As many as the pool of the smallest size has connections. */
const CLIENTS = 10;
const SECONDS = 4;
const ROUNDS = 3;
const IDLE_CLIENTS = 4_900;
/** Logins at a time. */
const AT_ONCE = 32;

/**
 * pgbench over TCP through the pooler beside the database itself and a process that only passes bytes on, and what clients that do
 * nothing cost.
 */
export async function measurePooler({ api, basalt }: BenchContext): Promise<Figure[]> {
  const { ref } = await api.createProject('Bench pooler');
  const { body: connection } = await api.request('GET', `/platform/projects/${ref}/connection`);
  const { host, port, database, password, pooler } = connection;
  const pooledUser = `postgres.${ref}`;
  const direct = { host, port, user: 'postgres', database, password };
  const transaction = { ...direct, port: pooler.transaction, user: pooledUser };
  const session = { ...direct, port: pooler.session, user: pooledUser };
  await pgbench(direct, ['-i', '-s', '10', '-q']);
  const bare = await startRelay(direct);
  const relay = { ...direct, host: '127.0.0.1', port: bare.port };
  const figures: Figure[] = [];
  for (const [name, args] of [
    ['reads, prepared', ['-S', '-M', 'prepared']],
    ['reads, simple', ['-S', '-M', 'simple']],
    ['writes', ['-N', '-M', 'prepared']],
  ] as const) {
    const rates: Record<'direct' | 'relay' | 'transaction' | 'session', number[]> = {
      direct: [],
      relay: [],
      transaction: [],
      session: [],
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.direct.push(await load(direct, args));
      rates.relay.push(await load(relay, args));
      rates.transaction.push(await load(transaction, args));
      rates.session.push(await load(session, args));
    }
    const alone = median(rates.direct);
    for (const mode of ['transaction', 'session'] as const)
      figures.push({
        name: `${name}: direct over pooled, by ${mode}`,
        value: alone / median(rates[mode]),
        unit: 'times',
        target: 1 / 0.7,
        note: `${Math.round(median(rates[mode]))}/s of ${Math.round(alone)}/s`,
      });
    figures.push({
      name: `${name}: direct over a bare relay`,
      value: alone / median(rates.relay),
      unit: 'times',
      target: null,
      note: `${Math.round(median(rates.relay))}/s of ${Math.round(alone)}/s`,
    });
  }
  bare.process.kill();
  return [...figures, await measureIdleClients(basalt.home, transaction)];
}

async function startRelay({ host, port }: pg.ClientConfig): Promise<{ process: ChildProcess; port: number }> {
  const process = fork(new URL('./relay-process.ts', import.meta.url), [String(host), String(port)]);
  const [listening] = await once(process, 'message');
  return { process, port: listening };
}

async function measureIdleClients(home: string, target: pg.ClientConfig): Promise<Figure> {
  const clients: pg.Client[] = [];
  const open = async () => {
    const client = new pg.Client(target);
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
  };
  await open();
  await untilQuiet(home);
  const before = (await memoryOfHome(home)).pooler ?? 0;
  while (clients.length < IDLE_CLIENTS) await Promise.all(Array.from({ length: AT_ONCE }, open));
  await untilQuiet(home);
  const after = (await memoryOfHome(home)).pooler ?? 0;
  await Promise.all(clients.map((client) => client.end()));
  return {
    name: `memory, ${IDLE_CLIENTS} clients that do nothing`,
    value: after - before,
    unit: 'MB',
    target: 150,
    note: `the process without them ${before.toFixed(0)} MB`,
  };
}

async function load(target: pg.ClientConfig, args: readonly string[]): Promise<number> {
  const how = ['-n', '-j', '1', '-c', String(CLIENTS), '-T', String(SECONDS)];
  const stdout = await pgbench(target, [...args, ...how]);
  const found = /^tps = ([\d.]+)/m.exec(stdout);
  if (found === null) throw new Error(`pgbench did not say how fast it was: ${stdout}`);
  return Number(found[1]);
}

async function pgbench(
  { host, port, user, database, password }: pg.ClientConfig,
  args: readonly string[],
): Promise<string> {
  const where = ['-h', String(host), '-p', String(port), '-U', String(user)];
  const env = { ...process.env, PGPASSWORD: String(password) };
  const { stdout } = await run('pgbench', [...where, ...args, String(database)], { env });
  return stdout;
}
