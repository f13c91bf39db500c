import {
  type ComputeSettings,
  type ComputeSize,
  MAX_DISK_GB,
  MIN_DISK_GB,
  READ_ONLY_DISK_SHARE,
} from '@basalt/contract';

/** What somebody has chosen and typed. */
export interface ComputeDraft {
  size: ComputeSize;
  /** In GB, as typed. */
  disk: string;
}

export interface ComputeChanges {
  size?: ComputeSize;
  disk_size_gb?: number;
}

const GB = 1024 ** 3;

export function draftOf({ size, disk }: ComputeSettings): ComputeDraft {
  return { size, disk: String(disk.size_gb) };
}

/** The typed number of GB; null when it is none. */
export function diskGb({ disk }: Pick<ComputeDraft, 'disk'>): number | null {
  return /^\d{1,6}$/.test(disk.trim()) ? Number(disk.trim()) : null;
}

/** What is to be asked of the server; empty when nothing differs. */
export function computeChanges(settings: ComputeSettings, draft: ComputeDraft): ComputeChanges {
  const disk = diskGb(draft);
  return {
    ...(draft.size === settings.size ? {} : { size: draft.size }),
    ...(disk === null || disk === settings.disk.size_gb ? {} : { disk_size_gb: disk }),
  };
}

/** The smallest quota in GB with which these bytes are still below the read-only share. */
export function smallestDiskGb(usedBytes: number): number {
  return Math.max(MIN_DISK_GB, Math.ceil((usedBytes + 1) / READ_ONLY_DISK_SHARE / GB));
}

/** What is wrong with the typed disk size, as a sentence; null: nothing. */
export function diskProblem({ disk }: ComputeSettings, draft: ComputeDraft): string | null {
  const wanted = diskGb(draft);
  if (wanted === null) return 'Please enter a whole number of GB';
  if (wanted < MIN_DISK_GB || wanted > MAX_DISK_GB)
    return `Please choose between ${MIN_DISK_GB} and ${MAX_DISK_GB} GB`;
  const smallest = smallestDiskGb(disk.used_bytes);
  // A disk that is too full already may stay as it is.
  if (wanted < disk.size_gb && wanted < smallest) return `The data needs ${smallest} GB or more`;
  return null;
}

export interface DiskShare {
  /** Used of the quota, 0 to 1 and above when it is more than full. */
  share: number;
  tone: 'ok' | 'warn' | 'danger';
}

/** How full a disk of `sizeGb` is with what is used now. */
export function diskShare(usedBytes: number, sizeGb: number): DiskShare {
  const share = usedBytes / (sizeGb * GB);
  if (share >= READ_ONLY_DISK_SHARE) return { share, tone: 'danger' };
  return { share, tone: share >= 0.8 ? 'warn' : 'ok' };
}
