import { execFile, spawn } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);
const NOBODY = 65_534;
const PASSWORD = 'of the other server';

/** A PostgreSQL server that has nothing to do with Basalt, as somebody else would run it: TCP, TLS and passwords. */
export interface PlainPostgres {
  port: number;
  /** What its certificate is checked with; null: it has none, as there is no `openssl` to make one. */
  certificate: string | null;
  superuser: { user: string; password: string };
  /** Runs something as the superuser. */
  sql(database: string, text: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** @param programs the folder of `initdb` and `postgres` */
export async function startPlainPostgres(programs: string): Promise<PlainPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plain-'));
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  await chmod(folder, 0o700);
  const data = path.join(folder, 'data');
  const secret = path.join(folder, 'password');
  await writeFile(secret, PASSWORD);
  if (isRoot) await chown(secret, NOBODY, NOBODY);
  const options = ['--username=admin', '--auth=scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8'];
  const args = ['-D', data, ...options, '--locale=C', '--no-sync', '--no-instructions'];
  await run(path.join(programs, 'initdb'), args, { cwd: folder, ...owner });
  const certificate = await makeCertificate(data, isRoot);
  const port = await freePort();
  const settings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    'wal_level = logical',
    'fsync = off',
    ...(certificate === null ? [] : ['ssl = on']),
  ];
  await appendFile(path.join(data, 'postgresql.conf'), `${settings.join('\n')}\n`);
  await writeFile(
    path.join(data, 'pg_hba.conf'),
    `${certificate === null ? 'host' : 'hostssl'} all all 127.0.0.1/32 scram-sha-256\n`,
  );
  const server = spawn(path.join(programs, 'postgres'), ['-D', data], {
    cwd: folder,
    ...owner,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const superuser = { user: 'admin', password: PASSWORD };
  const sql: PlainPostgres['sql'] = async (database, text) => {
    const ssl = certificate === null ? false : { ca: certificate };
    const client = new Client({ host: '127.0.0.1', port, database, ssl, ...superuser });
    await client.connect();
    try {
      const result = await client.query(text);
      return [result].flat().at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + 20_000; ; ) {
    const problem = await sql('postgres', 'select').then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) return { port, certificate, superuser, sql, stop };
    if (Date.now() > until) {
      await stop();
      throw problem;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The programs that a Basalt has put into its data folder. */
export async function programsOf(home: string, major: number): Promise<string> {
  const version = (await readdir(path.join(home, 'postgres'))).find((name) => name.startsWith(`${major}.`));
  if (version === undefined) throw new Error(`PostgreSQL ${major} is not in ${home}.`);
  return path.join(home, 'postgres', version, 'bin');
}

async function makeCertificate(data: string, isRoot: boolean): Promise<string | null> {
  const [certificate, key] = [path.join(data, 'server.crt'), path.join(data, 'server.key')];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-nodes', '-out', certificate, '-keyout', key];
  const made = await run('openssl', ['req', '-new', '-x509', '-days', '2', ...names, ...files]).then(
    () => true,
    () => false,
  );
  if (!made) return null;
  await chmod(key, 0o600);
  if (isRoot) await chown(key, NOBODY, NOBODY);
  return await readFile(certificate, 'utf8');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
