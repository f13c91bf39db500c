import type { ClusterBackups, ClusterDriver, WalFolder } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { emptyOutbox, freshMemory, segmentProblem } from './archive-pass.ts';

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

describe('the finished segments of a project whose changes are not archived', () => {
  it('are deleted, and nothing else', async () => {
    const SEGMENT = '000000010000000000000003';
    const names = new Set([SEGMENT, `${SEGMENT}.00000028.backup`, '00000002.history', 'archtemp.1']);
    const files = {
      list: async () => [...names],
      remove: async (_: WalFolder, name: string) => void names.delete(name),
    };
    const clusters = { walFiles: async () => files } as unknown as ClusterDriver;
    await emptyOutbox({ clusters }, 'quarry');
    expect([...names].sort()).toEqual(['00000002.history', 'archtemp.1']);
  });
});
