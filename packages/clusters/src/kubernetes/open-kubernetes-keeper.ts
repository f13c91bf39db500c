import type { ServerKeeper } from '../attached/server-keeper.ts';
import { ClusterError } from '../driver.ts';
import type { KubernetesSettings } from './cluster-object.ts';
import { KubernetesApi, openAccess } from './kubernetes-api.ts';
import { KubernetesClusters } from './kubernetes-clusters.ts';
import { KubernetesKeeper } from './kubernetes-keeper.ts';

export interface OpenKubernetesOptions {
  /** Path of a kubeconfig; null: as a pod of the cluster, with its service account. */
  kubeconfig: string | null;
  /** A context of the kubeconfig; null: its current one. */
  context: string | null;
  /** Where the clusters of projects are. Nobody else's should be there. */
  namespace: string;
  settings: KubernetesSettings;
  /** Of new servers. */
  diskGb: number;
}

/**
 * What keeps the servers of projects in Kubernetes. Nothing is asked of it yet.
 * @throws {ClusterError} `bad_request`: the kubeconfig cannot be used
 */
export async function openKubernetesKeeper(options: OpenKubernetesOptions): Promise<ServerKeeper> {
  const { kubeconfig, context, namespace, settings, diskGb } = options;
  const access = await openAccess(kubeconfig, context, namespace).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ClusterError('bad_request', `The way to Kubernetes cannot be read: ${why}`, { cause: error });
  });
  return new KubernetesKeeper(new KubernetesClusters({ api: new KubernetesApi(access), settings }), diskGb);
}
