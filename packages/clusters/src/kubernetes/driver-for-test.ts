import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiServer } from './api-server-for-test.ts';
import type { KubernetesSettings } from './cluster-object.ts';
import { KubernetesApi, openAccess } from './kubernetes-api.ts';
import { KubernetesClusters } from './kubernetes-clusters.ts';

export const SETTINGS_FOR_TEST: KubernetesSettings = {
  instances: 2,
  storageClass: 'fast',
  imageCatalog: null,
  objectStore: 'archive',
  backupSchedule: '0 0 3 * * *',
  snapshotClass: 'snapshots',
  poolers: 2,
};

/** A driver as another process would have: it knows nothing but the server. @param token who it is for the server */
export async function openDriverForTest(
  server: ApiServer,
  token = 'driver',
  settings: Partial<KubernetesSettings> = {},
): Promise<KubernetesClusters> {
  const folder = await mkdtemp(join(tmpdir(), 'basalt-kubeconfig-'));
  try {
    const file = join(folder, 'kubeconfig');
    await writeFile(file, server.kubeconfig(token));
    const access = await openAccess(file, null, server.namespace);
    return new KubernetesClusters({
      api: new KubernetesApi(access),
      settings: { ...SETTINGS_FOR_TEST, ...settings },
      patience: { attempts: 6, firstPauseMs: 1, longestPauseMs: 8 },
      operatorPatience: { workMs: 20_000, noticeMs: 60, recoveryMs: 20_000, backupMs: 20_000 },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
