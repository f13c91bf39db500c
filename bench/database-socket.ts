import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BenchContext } from './bench-context.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');

/** The private socket of a project's database, where every role may log in. */
export interface DatabaseSocket {
  host: string;
  port: number;
  database: string;
}

export async function databaseSocket({ basalt }: BenchContext, ref: string): Promise<DatabaseSocket> {
  const env = { ...process.env, BASALT_HOME: basalt.home };
  const { stdout } = await run('npm', ['run', '-s', 'db-url', '--', ref], { cwd: root, env });
  const url = new URL(stdout.trim().replace('@/', '@socket/'));
  const [host, port] = [url.searchParams.get('host'), url.searchParams.get('port')];
  if (host === null || port === null) throw new Error(`The operator's door has no socket: ${stdout}`);
  return { host, port: Number(port), database: url.pathname.slice(1) };
}
