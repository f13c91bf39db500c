import { describe, expect, it } from 'vitest';
import { indexMarks, isRemnant } from './index-marks.ts';

const plain = { name: 'found', is_valid: true, is_unique: false, is_primary: false, is_exclusion: false };
const used = { id: 1, bytes: 8192, scans: 3, duplicate_of: null };
const labels = (...args: Parameters<typeof indexMarks>) => indexMarks(...args).map(({ label }) => label);

describe('indexMarks', () => {
  it('says nothing of an index that is used, or of which nothing is known', () => {
    expect(labels(plain, used)).toEqual([]);
    expect(labels(plain, undefined)).toEqual([]);
  });

  it('marks what is not used, unless it keeps rows unique', () => {
    expect(labels(plain, { ...used, scans: 0 })).toEqual(['Not used yet']);
    expect(labels({ ...plain, is_unique: true }, { ...used, scans: 0 })).toEqual([]);
  });

  it('names the duplicate rather than that it is not used', () => {
    expect(labels(plain, { ...used, scans: 0, duplicate_of: 'other' })).toEqual(['Duplicate']);
  });

  it('marks what could not be built', () => {
    expect(labels({ ...plain, is_valid: false }, { ...used, scans: 0 })).toEqual(['Not valid']);
    const remnant = { ...plain, name: 'found_ccnew1', is_valid: false };
    expect(indexMarks(remnant, undefined)[0]?.text).toMatch(/Drop it\.$/);
    expect(isRemnant(remnant)).toBe(true);
    expect(isRemnant({ name: 'found_ccnew', is_valid: true })).toBe(false);
  });
});
