import { MAX_STORAGE_QUOTA_BYTES, MAX_STORED_FILE_BYTES } from '@basalt/contract/limits';

export const SIZE_UNITS = { MB: 1024 ** 2, GB: 1024 ** 3 } as const;
export type SizeUnit = keyof typeof SIZE_UNITS;

/** A size as two fields hold it. */
export interface SizeFields {
  amount: string;
  unit: SizeUnit;
}

/** A size as a person would write it: whole gigabytes as such, everything else in megabytes. */
export function sizeFields(bytes: number): SizeFields {
  const unit = bytes >= SIZE_UNITS.GB && bytes % SIZE_UNITS.GB === 0 ? 'GB' : 'MB';
  return { amount: String(Number((bytes / SIZE_UNITS[unit]).toFixed(3))), unit };
}

/** What was written, in bytes, or what is wrong with it. */
export function readSize(
  amount: string,
  unit: SizeUnit,
  most: { bytes: number; text: string } = { bytes: MAX_STORED_FILE_BYTES, text: '500 GB' },
): { bytes: number } | { problem: string } {
  const value = Number(amount.trim());
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(amount.trim()) || value === 0)
    return { problem: 'Enter a number above 0, such as 50.' };
  const bytes = Math.round(value * SIZE_UNITS[unit]);
  return bytes > most.bytes ? { problem: `At most ${most.text}.` } : { bytes };
}

/** A quota as it was written, in bytes. */
export function readQuota(amount: string, unit: SizeUnit): { bytes: number } | { problem: string } {
  return readSize(amount, unit, { bytes: MAX_STORAGE_QUOTA_BYTES, text: '900,000 GB' });
}
