import { useTestCluster } from '@basalt/clusters/testing';
import { createOutgoing, REAL_CLOCK, readAllowed } from '@basalt/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import { HAS_GIT, TestGitServer, TestRepositories } from '../git/git-server-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { secretBox } from '../kernel/secret-box.ts';
import { connectRepository, disconnectRepository } from './connect-repository.ts';
import {
  checkBranch,
  connectionOfProject,
  connectionsOfOrganization,
  listGitBranches,
} from './read-connections.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const NEVER = new AbortController().signal;

describe.skipIf(!HAS_GIT)('connections to repositories', () => {
  const repositories = new TestRepositories();
  const servers: TestGitServer[] = [];
  let server: TestGitServer;
  let dependencies: Dependencies;
  let developer: Actor;
  let reader: Actor;
  let stranger: Actor;
  let project: ProjectRow;

  beforeAll(async () => {
    for (let made = 0; made < 2; made++) servers.push(await new TestGitServer(repositories).listen());
    [server] = servers as [TestGitServer];
    repositories.create('app');
    repositories.push('app', 'main', { 'supabase/seed.sql': 'select 1;' });
    repositories.push('app', 'feature/login', {});
    const platform = await openContentPlatform(await cluster.createDatabase());
    [developer, reader, stranger] = await Promise.all([
      platform.insertPerson('Developer'),
      platform.insertPerson('Read-only'),
      platform.insertPerson(null),
    ]);
    project = await platform.insertProject();
    dependencies = {
      db: platform.db,
      secrets: secretBox(Buffer.alloc(32, 7)),
      outgoing: createOutgoing({
        allowed: readAllowed('127.0.0.1'),
        clock: { ...REAL_CLOCK, hold: async () => {} },
      }),
      settings: { gitRepositories: null },
      log: () => {},
    } as unknown as Dependencies;
  });

  afterAll(async () => {
    await Promise.all(servers.map((each) => each.close()));
    repositories.remove();
  });

  const connect = (
    input: { address?: string; secret?: string | null; folder?: string } = {},
    actor = developer,
  ) => connectRepository(dependencies, actor, { ref: project.ref, address: server.address('app'), ...input });
  const check = (connectionId: number, branchName: string, actor = developer) =>
    checkBranch(dependencies, actor, { connectionId, branchName }, NEVER);

  it('are made with a repository that can be read, and tell its branches', async () => {
    server.token = 'ghp_right';
    await expect(connect()).rejects.toMatchObject({ code: 'bad_request', field: 'secret' });
    await expect(connect({ secret: 'ghp_wrong' })).rejects.toMatchObject({ field: 'secret' });
    await expect(connect({ secret: 'ghp_right', address: server.address('gone') })).rejects.toMatchObject({
      field: 'address',
    });
    const { id, repository, has_secret, state } = await connect({ secret: 'ghp_right' });
    expect([repository.name, has_secret, state]).toEqual(['app', true, 'ok']);
    expect(await check(id, 'feature/login')).toMatchObject({ name: 'feature/login' });
    await expect(check(id, 'nothing')).rejects.toMatchObject({
      code: 'not_found',
      message: 'Unable to find branch from app',
    });
    expect(await listGitBranches(dependencies, developer, id, NEVER)).toEqual({
      branches: ['feature/login', 'main'],
      default_branch: 'main',
    });
  });

  it('keep their token, sealed, for the server that it was meant for', async () => {
    await connect({ folder: 'apps/api' });
    const row = await dependencies.db.selectFrom('git_connections').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify({ ...row, sealed: row.sealed_secret?.toString('latin1') })).not.toContain(
      'ghp_right',
    );
    const other = servers[1]?.address('app') ?? '';
    await expect(connect({ address: other })).rejects.toMatchObject({
      field: 'secret',
      message: expect.stringContaining('another server'),
    });
    expect(servers[1]?.requests).toEqual([]);
  });

  it('say what is wrong with them since', async () => {
    const { connection } = await connectionOfProject(dependencies, developer, project.ref);
    server.token = 'ghp_changed';
    await expect(check(connection?.id ?? 0, 'main')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('token'),
    });
    expect((await connectionOfProject(dependencies, reader, project.ref)).connection).toMatchObject({
      state: 'unauthorized',
      state_reason: expect.stringContaining('expired'),
    });
    await connect({ secret: 'ghp_changed' });
    expect((await connectionOfProject(dependencies, reader, project.ref)).connection?.state).toBe('ok');
  });

  it('are seen by the organization, changed by developers, and unknown to others', async () => {
    const slug = (await dependencies.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow())
      .slug;
    const [connection] = await connectionsOfOrganization(dependencies, reader, slug);
    expect(connection).toMatchObject({
      project: { ref: project.ref },
      user: { primary_email: developer.email },
    });
    await expect(connect({}, reader)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(check(connection?.id ?? 0, 'main', reader)).rejects.toMatchObject({ code: 'forbidden' });
    for (const id of [connection?.id ?? 0, 999_999])
      await expect(check(id, 'main', stranger)).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such connection to a repository.',
      });
    await expect(connectionOfProject(dependencies, stranger, project.ref)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(disconnectRepository(dependencies, reader, project.ref)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await disconnectRepository(dependencies, developer, project.ref);
    expect((await connectionOfProject(dependencies, reader, project.ref)).connection).toBeNull();
  });
});
