import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

/** Runs one statement as an outsider would: with psql, or with a driver where psql is not installed. Gives the first value. */
export async function psql(connectionString: string, sql: string): Promise<string> {
  try {
    const args = ['--no-psqlrc', '--tuples-only', '--no-align', '--command', sql, connectionString];
    const { stdout } = await run('psql', args, { timeout: 20_000 });
    return stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return String(rows[0]?.[0] ?? '');
  } finally {
    await client.end();
  }
}
