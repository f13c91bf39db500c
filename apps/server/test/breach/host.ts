import { Writable } from 'node:stream';
import {
  type ClusterBackups,
  type LocalDriver,
  openClusterBackups,
  openFolderStore,
  openLocalDriver,
} from '@basalt/clusters';
import { copyDatabase, dumpDatabase, withClient } from '@basalt/postgres';
import type { HostAnswer, HostOrder } from './host-order.ts';

/** Whoever writes a file for download gives up when it does not grow; a test has no quarter of an hour. */
const DOWNLOAD_MS = 6_000;

/**
 * What Basalt does to clusters, in a process of its own that does as it is told: as root or as an ordinary user, with a
 * secret in its memory and its environment, and able to die of what it meets without taking the test with it.
 */
const home = process.env.BREACH_HOME ?? '';
const driver: LocalDriver = await openLocalDriver({
  home,
  listenAddress: '127.0.0.1',
  poolSize: 1,
  // Somebody who waits for the test has no minute for every server that does not answer.
  stopPatience: { fastMs: 2_000, immediateMs: 1_000 },
});
const store = await openFolderStore(`${home}/backups`);
const backups: ClusterBackups = openClusterBackups({
  driver,
  store,
  // Nobody else wants the disk here.
  pace: { perSecondMb: 4_096, burstMb: 4_096 },
  silenceMs: 5_000,
});

/** What the SQL editor, the reports and the checks do: a session of the platform by the address that the driver says. */
async function session(ref: string, sql: string): Promise<unknown[]> {
  const rows = await withClient(
    await driver.address(ref),
    async (client) => (await client.query(sql)).rows as unknown[],
    { connectTimeoutMs: 5_000, answerTimeoutMs: 5_000 },
  );
  return rows;
}

/** A file for download. @returns its text */
async function dump(ref: string): Promise<string> {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  await dumpDatabase(await driver.address(ref), output, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
  return Buffer.concat(chunks).toString('latin1');
}

async function copy(from: string, to: string): Promise<void> {
  await copyDatabase(await driver.address(from), await driver.address(to));
}

const targets: Record<HostOrder['target'], object> = { driver, backups, platform: { session, dump, copy } };

process.on('message', async ({ id, target, method, args }: HostOrder) => {
  try {
    const command = Reflect.get(targets[target], method) as (...all: unknown[]) => unknown;
    answer({ id, value: await command.apply(targets[target], args) });
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    answer({ id, error: { message: String(message), code: String(code ?? '') } });
  }
});

function answer(message: HostAnswer): void {
  process.send?.(message);
}

process.send?.({ id: 0, value: 'ready' } satisfies HostAnswer);
