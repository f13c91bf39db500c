import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Basalt } from './start-basalt.ts';

const run = promisify(execFile);
const SERVER = path.join(import.meta.dirname, '../../apps/server/src');

/** A connection to a project's database as its superuser, which only whoever owns the data folder gets. Whoever opens it ends it. */
export async function operatorsDoor(basalt: Basalt, ref: string): Promise<Client> {
  const { stdout } = await run(process.execPath, [path.join(SERVER, 'db-url.ts'), ref], {
    env: { ...process.env, ...basalt.environment },
  });
  const client = new Client({ connectionString: stdout.trim() });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A new key for backups, as the operator gets one. */
export async function newBackupKey(): Promise<string> {
  const { stdout } = await run(process.execPath, [path.join(SERVER, 'backup-key.ts')]);
  return stdout.trim();
}
