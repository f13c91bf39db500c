import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createOutgoing, NOTHING_ALLOWED, REAL_CLOCK, readAllowed } from '@basalt/network';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_GIT, TestGitServer, TestRepositories } from './git-server-for-test.ts';
import { openRepository, type RepositoryAccess } from './open-repository.ts';
import { TestSshServer } from './ssh-server-for-test.ts';

const LIMITS = { largestFile: 200_000, mostFiles: 100, mostBytes: 400_000 };
const NEVER = new AbortController().signal;
const CLOCK = { ...REAL_CLOCK, hold: async () => {} };
const outgoing = createOutgoing({ allowed: readAllowed('127.0.0.1'), clock: CLOCK });

describe.skipIf(!HAS_GIT)('a repository', () => {
  const repositories = new TestRepositories();
  let server: TestGitServer;
  let ssh: TestSshServer;

  beforeAll(async () => {
    server = await new TestGitServer(repositories).listen();
    ssh = await new TestSshServer(repositories).listen();
    repositories.create('app');
    // Versions of one file, so that the pack has differences.
    const lines = Array.from({ length: 3_000 }, (_, line) => `-- ${line} ${randomBytes(8).toString('hex')}`);
    repositories.push('app', 'main', { 'README.md': 'hello', 'supabase/seed.sql': lines.join('\n') });
    repositories.push('app', 'main', {
      'supabase/seed.sql': [...lines, 'select 1;'].join('\n'),
      'supabase/copy.sql': [...lines, 'select 2;'].join('\n'),
      'supabase/migrations/1_a.sql': 'create table a ();',
      'supabase/functions/hello/index.ts': 'Deno.serve(() => new Response("hi"))',
    });
    repositories.push(
      'app',
      'feature/größe',
      { 'supabase/migrations/2_b.sql': 'create table b ();' },
      'Add b',
    );
  });

  afterAll(async () => {
    await Promise.all([server.close(), ssh.close()]);
    repositories.remove();
  });

  const open = (access: Partial<RepositoryAccess>, hosts = outgoing) =>
    openRepository(
      { address: server.address('app'), username: null, secret: null, hostKey: null, ...access },
      { outgoing: hosts, localFolder: join(repositories.folder, 'bare') },
    );

  test.each(['HTTP', 'SSH', 'this machine'])('is read over %s', async (way) => {
    const access =
      way === 'HTTP'
        ? {}
        : way === 'SSH'
          ? { address: ssh.address('app'), secret: ssh.clientKey }
          : { address: 'local:app.git' };
    const repository = open(access);
    const { branches, defaultBranch } = await repository.listBranches(NEVER);
    expect([[...branches.keys()], defaultBranch]).toEqual([['feature/größe', 'main'], 'main']);
    expect(await repository.findBranch('nothing', NEVER)).toBeNull();
    expect(await repository.readBranch('nothing', 'supabase', LIMITS, NEVER)).toBeNull();
    const version = await repository.readBranch('feature/größe', 'supabase', LIMITS, NEVER);
    expect(version?.commit).toMatchObject({
      hash: repositories.git('app', 'rev-parse', 'feature/größe'),
      subject: 'Add b',
      author: 'Ada',
    });
    expect([...(version?.files.keys() ?? [])]).toEqual([
      'copy.sql',
      'functions/hello/index.ts',
      'migrations/1_a.sql',
      'migrations/2_b.sql',
      'seed.sql',
    ]);
    expect(version?.files.get('copy.sql')?.toString()).toMatch(/^-- 0 [\s\S]*select 2;$/);
    expect((await repository.readBranch('main', 'not/there', LIMITS, NEVER))?.files.size).toBe(0);
  });

  test('links, submodules and what is outside of the folder are left out', async () => {
    repositories.create('links');
    repositories.push('links', 'main', { 'supabase/a.sql': 'select 1;', 'secret.txt': 'outside' });
    symlinkSync('../secret.txt', join(repositories.folder, 'work/links/supabase/link.sql'));
    symlinkSync('/etc', join(repositories.folder, 'work/links/supabase/etc'));
    repositories.git('links', 'add', '-A');
    const commit = repositories.git('links', 'rev-parse', 'HEAD');
    repositories.git('links', 'update-index', '--add', '--cacheinfo', `160000,${commit},supabase/module`);
    repositories.push('links', 'main', {});
    const version = await open({ address: server.address('links') }).readBranch(
      'main',
      'supabase',
      LIMITS,
      NEVER,
    );
    expect([...(version?.files.keys() ?? [])]).toEqual(['a.sql']);
  });

  test.each([
    ['a large file', { 'supabase/large.sql': randomBytes(200_001) }, 'large.sql is larger'],
    [
      'large files together',
      Object.fromEntries([1, 2, 3].map((n) => [`supabase/${n}.sql`, randomBytes(150_000)])),
      'more than 0 MB',
    ],
    [
      'many files',
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`supabase/${n}.sql`, `${n}`])),
      'more than 100 files',
    ],
    [
      'what unpacks to very much',
      { 'assets/zeros.bin': Buffer.alloc(65 * 1024 * 1024) },
      'too large to be read',
    ],
  ])('%s is refused', async (_, files, message) => {
    const name = `big-${Object.keys(files).length}-${message.length}`;
    repositories.create(name);
    repositories.push(name, 'main', files);
    await expect(
      open({ address: server.address(name) }).readBranch('main', 'supabase', LIMITS, NEVER),
    ).rejects.toMatchObject({
      problem: 'too_large',
      message: expect.stringContaining(message),
    });
  });

  test('what is large and elsewhere is left with a server that can leave it out', async () => {
    repositories.create('partial');
    repositories.push('partial', 'main', {
      'assets/zeros.bin': Buffer.alloc(65 * 1024 * 1024),
      'supabase/a.sql': 'select 1;',
    });
    execFileSync('git', ['-C', repositories.bare('partial'), 'config', 'uploadpack.allowFilter', 'true']);
    const version = await open({ address: server.address('partial') }).readBranch(
      'main',
      'supabase',
      LIMITS,
      NEVER,
    );
    expect([...(version?.files.keys() ?? [])]).toEqual(['a.sql']);
  });

  test('an empty repository has no branches', async () => {
    repositories.create('empty');
    expect((await open({ address: server.address('empty') }).listBranches(NEVER)).branches.size).toBe(0);
  });

  test('says what is wrong with the token, the name, the key and the server', async () => {
    const problemOf = (access: Partial<RepositoryAccess>, hosts = outgoing) =>
      open(access, hosts)
        .findBranch('main', NEVER)
        .then(
          () => 'none',
          (error: { problem?: string }) => error.problem ?? error,
        );
    server.token = 'right';
    expect(await problemOf({})).toBe('unauthorized');
    expect(await problemOf({ secret: 'wrong' })).toBe('unauthorized');
    expect(await problemOf({ secret: 'right' })).toBe('none');
    server.token = null;
    expect(await problemOf({ address: server.address('gone') })).toBe('not_found');
    expect(await problemOf({ address: 'local:gone.git' })).toBe('not_found');
    expect(await problemOf({ address: 'http://127.0.0.1:1/app.git' })).toBe('unreachable');
    expect(await problemOf({ address: ssh.address('app'), secret: TestSshServer.otherKey() })).toBe(
      'unauthorized',
    );
    expect(await problemOf({ address: ssh.address('gone'), secret: ssh.clientKey })).toBe('not_found');
    expect(
      await problemOf({ address: ssh.address('app'), secret: ssh.clientKey, hostKey: 'SHA256:other' }),
    ).toBe('host_key_changed');
    expect(
      await problemOf({ address: ssh.address('app'), secret: ssh.clientKey, hostKey: ssh.hostKey }),
    ).toBe('none');
  });

  test('on a server that nobody allowed is asked by no way', async () => {
    const closed = createOutgoing({ allowed: NOTHING_ALLOWED, clock: CLOCK });
    server.requests = [];
    ssh.connections = 0;
    for (const access of [{}, { address: ssh.address('app'), secret: ssh.clientKey }])
      await expect(open(access, closed).findBranch('main', NEVER)).rejects.toMatchObject({
        problem: 'unreachable',
      });
    expect([server.requests, ssh.connections]).toEqual([[], 0]);
  });

  test('of this machine is in the folder, whatever links say', async () => {
    symlinkSync(join(repositories.folder, 'work/app/.git'), join(repositories.folder, 'bare/linked.git'));
    await expect(open({ address: 'local:linked.git' }).findBranch('main', NEVER)).rejects.toMatchObject({
      problem: 'not_found',
    });
  });

  test('of this machine is never read as root, and runs nothing that it says itself', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root owns what others cannot read');
    repositories.create('closed');
    repositories.push('closed', 'main', { 'supabase/seed.sql': 'select 1;' });
    const seen = join(repositories.folder, 'ran');
    for (const name of ['alternateRefsCommand', 'hooksPath', 'fsmonitor'])
      repositories.git(
        'closed',
        '-C',
        repositories.bare('closed'),
        'config',
        `core.${name}`,
        `touch ${seen};`,
      );
    const closed = open({ address: 'local:closed.git' });
    expect(await closed.findBranch('main', NEVER)).toMatch(/^[0-9a-f]{40}$/);
    expect(existsSync(seen)).toBe(false);
    chmodSync(repositories.bare('closed'), 0o700);
    await expect(closed.findBranch('main', NEVER)).rejects.toMatchObject({
      problem: 'not_found',
      message: expect.stringContaining('readable by everybody'),
    });
  });
});
