import { DEFAULT_STORED_FILE_BYTES, type StorageConfig } from '@basalt/contract';
import { SIZE_UNITS, type SizeFields, sizeFields } from '../../lib/format/size-text.ts';

/** What the form asks for. */
export const FIELDS = {
  size: {
    label: 'Largest file',
    description: 'Larger uploads are refused. A bucket may allow less; files that are there stay.',
  },
  hasQuota: {
    label: 'Limit what all files take together',
    description:
      'Uploads that would exceed the quota are refused. Files that are there stay. A bucket may have a quota of its own.',
  },
  quota: { label: 'Quota' },
  images: {
    label: 'Image transformation',
    description:
      'Clients may ask for images in other sizes and formats. Switched off, such requests are refused.',
  },
  s3: {
    label: 'S3 protocol',
    description:
      'Programs that know S3 reach the buckets with the access keys below. Switched off, their requests are refused.',
  },
} as const;

/** What a new project allows. */
export const DEFAULT_SIZE = sizeFields(DEFAULT_STORED_FILE_BYTES);

export const draftOf = ({ fileSizeLimit, quota, features }: StorageConfig) => ({
  ...sizeFields(fileSizeLimit),
  hasQuota: quota !== null,
  quota: sizeFields(quota ?? 10 * SIZE_UNITS.GB),
  images: features.imageTransformation.enabled,
  s3: features.s3Protocol.enabled,
});

export type Draft = ReturnType<typeof draftOf>;

/** What was changed, in the order of the form. A quota that there is none of is no change. */
export function changedNames(before: Draft, now: Draft): (keyof typeof FIELDS)[] {
  const isOther = (a: SizeFields, b: SizeFields) => a.amount !== b.amount || a.unit !== b.unit;
  const changed: Record<keyof typeof FIELDS, boolean> = {
    size: isOther(before, now),
    hasQuota: before.hasQuota !== now.hasQuota,
    quota: now.hasQuota && isOther(before.quota, now.quota),
    images: before.images !== now.images,
    s3: before.s3 !== now.s3,
  };
  return (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((name) => changed[name]);
}
