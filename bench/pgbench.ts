import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseSocket } from './database-socket.ts';

const run = promisify(execFile);

export interface PgbenchLoad {
  /** Lines of a pgbench script: `\set id random(1, 10)`. */
  setup: string;
  /** SQL in which `:name` stands for a value; run as one pipelined transaction. */
  statements: readonly string[];
  /** Text values by name. */
  variables: Record<string, string>;
  clients: number;
  seconds: number;
}

/** Transactions per second of PostgreSQL's own load generator, which must be on the PATH. */
export async function pgbench(socket: DatabaseSocket, user: string, load: PgbenchLoad): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'basalt-pgbench-'));
  const script = path.join(folder, 'script.sql');
  const body = ['begin', ...load.statements, 'commit'].map((statement) => `${statement};`);
  await writeFile(script, [load.setup, '\\startpipeline', ...body, '\\endpipeline', ''].join('\n'));
  const where = ['-h', socket.host, '-p', String(socket.port), '-U', user];
  const how = ['-n', '-M', 'prepared', '-j', '1', '-c', String(load.clients), '-T', String(load.seconds)];
  const variables = Object.entries(load.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  try {
    const args = [...where, ...how, ...variables, '-f', script, socket.database];
    const { stdout } = await run('pgbench', args);
    const found = /^tps = ([\d.]+)/m.exec(stdout);
    if (found === null) throw new Error(`pgbench did not say how fast it was: ${stdout}`);
    return Number(found[1]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
