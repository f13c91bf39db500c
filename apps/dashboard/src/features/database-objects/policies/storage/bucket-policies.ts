import type { PolicyObject } from '../../shared/objects.ts';
import { groupRows, type PolicyRow } from '../policy-rows.ts';

/** What a policy of storage is about. */
export type StorageGroup =
  | { kind: 'bucket'; id: string; isPublic: boolean }
  /** Files of several buckets or of all. */
  | { kind: 'files' }
  /** The buckets themselves. */
  | { kind: 'buckets' };

/** As PostgreSQL writes the condition back: `bucket_id = 'photos'::text`, with quotes doubled. */
const IN_BUCKET = /\bbucket_id\s*=\s*'((?:[^']|'')*)'/g;

/** The one bucket that a policy names; null when it names none or several. */
export function bucketOf({ definition, check }: Pick<PolicyObject, 'definition' | 'check'>): string | null {
  const named = new Set(
    [...`${definition ?? ''} ${check ?? ''}`.matchAll(IN_BUCKET)].map(([, id = '']) =>
      id.replaceAll("''", "'"),
    ),
  );
  return named.size === 1 ? ([...named][0] ?? null) : null;
}

/** Each bucket with the policies that are about it alone, then the other policies of files, then those of buckets. */
export function bucketPolicyRows(
  buckets: readonly { id: string; public: boolean }[],
  policies: readonly PolicyObject[],
): PolicyRow<StorageGroup>[] {
  const known = new Set(buckets.map(({ id }) => id));
  const ofFiles = policies.filter(({ table }) => table === 'objects');
  const ofBucket = Map.groupBy(ofFiles, (policy) => {
    const id = bucketOf(policy);
    return id !== null && known.has(id) ? id : null;
  });
  return [
    ...buckets.flatMap(({ id, public: isPublic }) =>
      groupRows<StorageGroup>({ kind: 'bucket', id, isPublic }, ofBucket.get(id) ?? []),
    ),
    ...groupRows<StorageGroup>({ kind: 'files' }, ofBucket.get(null) ?? []),
    ...groupRows<StorageGroup>(
      { kind: 'buckets' },
      policies.filter(({ table }) => table === 'buckets'),
    ),
  ];
}

export function groupId(group: StorageGroup): string {
  return group.kind === 'bucket' ? `bucket ${group.id}` : group.kind;
}

/** What stands above the policies of a group. */
export function groupTitle(group: StorageGroup): string {
  if (group.kind === 'bucket') return group.id;
  return group.kind === 'files' ? 'Several buckets, or all' : 'The buckets themselves';
}
