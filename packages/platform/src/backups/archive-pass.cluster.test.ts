import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterBackups, ClusterDriver } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshMemory } from './archive-memory.ts';
import { emptyOutbox, segmentProblem } from './archive-pass.ts';

/** Its server was started without an archive, as those of earlier versions were. */
const cluster = useTestCluster({ major: 17 });

describe('a server that keeps nothing for the archive', () => {
  const ports = (host?: string) => ({
    clusters: {
      address: async () => ({ ...cluster.adminAddress, ...(host !== undefined && { host }) }),
    } as unknown as ClusterDriver,
    backups: {} as ClusterBackups,
  });

  it('is asked to be restarted', async () => {
    const memory = freshMemory();
    expect(await segmentProblem(ports(), 'quarry', memory, Date.now())).toMatch(
      /^Restart the database once:/,
    );
    expect(await segmentProblem(ports(), 'quarry', memory, Date.now())).toMatch(
      /^Restart the database once:/,
    );
  });

  it('is not told from one that cannot be asked', async () => {
    expect(await segmentProblem(ports('/nowhere'), 'quarry', freshMemory(), Date.now())).toBeNull();
  });
});

describe('the outbox of a project whose changes are not archived', () => {
  let folder: string;
  const clustersWith = (outbox: string) =>
    ({ walFolders: async () => ({ outbox, current: folder }) }) as unknown as ClusterDriver;
  const SEGMENT = '000000010000000000000003';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is emptied of segments, and of nothing else', async () => {
    for (const name of [SEGMENT, `${SEGMENT}.00000028.backup`, '00000002.history', 'archtemp.1'])
      await writeFile(join(folder, name), '');
    await emptyOutbox({ clusters: clustersWith(folder) }, 'quarry');
    expect((await readdir(folder)).sort()).toEqual(['00000002.history', 'archtemp.1']);
  });

  it('is not followed elsewhere, and need not be there', async () => {
    await writeFile(join(folder, SEGMENT), '');
    await symlink(folder, join(folder, 'link'));
    await emptyOutbox({ clusters: clustersWith(join(folder, 'link')) }, 'quarry');
    await emptyOutbox({ clusters: clustersWith(join(folder, 'absent')) }, 'quarry');
    expect(await readdir(folder)).toContain(SEGMENT);
  });
});
