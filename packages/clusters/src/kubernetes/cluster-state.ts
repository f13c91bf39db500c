import { type ClusterObject, HIBERNATION, majorOf } from './cluster-object.ts';

/** What a cluster is doing, as its object tells. */
export type ClusterState =
  | { is: 'running' }
  | { is: 'paused' }
  /** `doing`: the operator's own words for it. */
  | { is: 'pausing' | 'starting' | 'resizing' | 'upgrading' | 'removing'; doing: string }
  /** It stays so until somebody changes something. `why`: one sentence, as far as the operator says. */
  | { is: 'failed'; why: string };

const HEALTHY = 'Cluster in healthy state';
const UPGRADING = 'Upgrading Postgres major version';

/** In these the operator does nothing more by itself. */
const STUCK: readonly string[] = [
  'Cluster is unrecoverable and needs manual intervention',
  'Cluster cannot proceed to reconciliation due to an unknown plugin being required',
  'Cluster cannot proceed to reconciliation due to an error while interacting with plugins',
  'Cluster has incomplete or invalid image catalog',
  'Cluster cannot execute instance online upgrade due to missing architecture binary',
  'Unable to create required cluster objects',
  'Invalid cluster definition',
  'Waiting for user action',
];

/**
 * What a cluster is doing. The annotation says what is wanted, the condition what has been done, the phase what is going on; a
 * phase that is not known is something going on.
 */
export function stateOf({ metadata, spec, status = {} }: ClusterObject): ClusterState {
  const { phase = '', phaseReason = '', readyInstances = 0, resizingPVC = [], conditions = [] } = status;
  if (metadata.deletionTimestamp !== undefined) return { is: 'removing', doing: 'Deleting' };
  const isHibernated = conditions.some(({ type, status: value }) => type === HIBERNATION && value === 'True');
  if (metadata.annotations?.[HIBERNATION] === 'on')
    return isHibernated ? { is: 'paused' } : { is: 'pausing', doing: phase };
  if (isHibernated) return { is: 'starting', doing: 'Waking from hibernation' };
  if (STUCK.includes(phase)) return { is: 'failed', why: [phase, phaseReason].filter(Boolean).join(': ') };
  const wanted = majorOf(spec);
  const has = status.pgDataImageInfo?.majorVersion;
  if (phase === UPGRADING || (has !== undefined && wanted !== null && has !== wanted))
    return { is: 'upgrading', doing: phase };
  if (phase !== HEALTHY || readyInstances < 1) return { is: 'starting', doing: phase };
  return resizingPVC.length > 0
    ? { is: 'resizing', doing: `Resizing ${resizingPVC.join(', ')}` }
    : { is: 'running' };
}
