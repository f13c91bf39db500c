import { useTestCluster } from '@basalt/clusters/testing';
import { createOutgoing, REAL_CLOCK, readAllowed } from '@basalt/network';
import { expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import { HAS_GIT, TestGitServer, TestRepositories } from '../git/git-server-for-test.ts';
import { connectRepository } from '../git-connections/connect-repository.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { secretBox } from '../kernel/secret-box.ts';
import { insertOperation } from '../operations/store.ts';
import { startGitFollower } from './git-follower.ts';
import { noteSync } from './store.ts';
import { syncGit } from './sync-steps.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });

it.skipIf(!HAS_GIT)(
  'tries a version again that the database was away for, five times at most, and none that failed',
  async () => {
    const repositories = new TestRepositories();
    const server = await new TestGitServer(repositories).listen();
    const platform = await openContentPlatform(await cluster.createDatabase());
    const { db } = platform;
    // Nothing is carried out: what was begun is what matters.
    const dependencies = {
      db,
      secrets: secretBox(Buffer.alloc(32, 7)),
      outgoing: createOutgoing({
        allowed: readAllowed('127.0.0.1'),
        clock: { ...REAL_CLOCK, hold: async () => {} },
      }),
      operations: {
        insert: (...[transaction, projectId, _, ...rest]: Parameters<Dependencies['operations']['insert']>) =>
          insertOperation(transaction, syncGit, projectId, ...rest),
        start: async () => {},
        settled: async () => false,
      },
      settings: { gitRepositories: null },
      log: () => {},
    } as unknown as Dependencies;
    repositories.create('app');
    repositories.push('app', 'main', { 'supabase/seed.sql': 'select 1;' });
    const project = await platform.insertProject();
    const developer = await platform.insertPerson('Developer');
    await connectRepository(dependencies, developer, { ref: project.ref, address: server.address('app') });
    const following = { production_branch: 'main', follows: true };
    await db.updateTable('git_connections').set(following).execute();

    /** The operation that works on the project, waited for. */
    const begun = async () => {
      const running = () => db.selectFrom('operations').select('id').where('state', '=', 'running').execute();
      await expect.poll(running, { timeout: 10_000, interval: 10 }).toHaveLength(1);
      return (await running())[0]?.id ?? '';
    };
    const fail = async (id: string) =>
      void (await db
        .updateTable('operations')
        .set({ state: 'failed', finished_at: new Date() })
        .where('id', '=', id)
        .execute());
    const tried = async () => (await db.selectFrom('git_syncs').select('commit').execute()).length;
    /** Until it has looked so often that it would have begun what it is to begin. */
    const looked = async () => {
      const before = server.requests.length;
      await expect.poll(() => server.requests.length, { interval: 10 }).toBeGreaterThan(before + 6);
    };

    const follower = startGitFollower(dependencies, { everyMs: 20 });
    try {
      for (let attempt = 1; attempt <= 5; attempt++) {
        const id = await begun();
        await noteSync(db, id, { is_cut_short: true });
        await fail(id);
      }
      await looked();
      expect(await tried()).toBe(5);
      repositories.push('app', 'main', { 'supabase/seed.sql': 'select 2;' });
      await fail(await begun());
      await looked();
      expect(await tried()).toBe(6);
    } finally {
      await follower.stop();
      await server.close();
      repositories.remove();
      await db.destroy();
    }
  },
  60_000,
);
