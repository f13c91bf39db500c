import type { IndexUse } from '@basalt/contract';
import type { IndexObject } from '../shared/objects.ts';

export interface IndexMark {
  label: string;
  tone: 'danger' | 'warn' | 'plain';
  /** What it means, in a sentence. */
  text: string;
}

type Facts = Pick<IndexObject, 'name' | 'is_valid' | 'is_unique' | 'is_primary' | 'is_exclusion'>;

/** Whether an index is what building another one again has left. PostgreSQL names it so. */
export function isRemnant({ name, is_valid }: Pick<IndexObject, 'name' | 'is_valid'>): boolean {
  return !is_valid && /_cc(?:new|old)\d*$/.test(name);
}

/** What is to be known of an index before it is trusted or paid for. */
export function indexMarks(index: Facts, use: IndexUse | undefined): IndexMark[] {
  const marks: IndexMark[] = [];
  if (!index.is_valid)
    marks.push({
      label: 'Not valid',
      tone: 'danger',
      text: isRemnant(index)
        ? 'It is left of building another index again, and no query uses it. Drop it.'
        : 'Building it did not end, so no query uses it. Build it again or drop it.',
    });
  if (use?.duplicate_of != null)
    marks.push({
      label: 'Duplicate',
      tone: 'warn',
      text: `The index ${use.duplicate_of} has the very same columns. This one only slows writing down.`,
    });
  // What keeps rows unique is needed whether it is read or not.
  else if (use?.scans === 0 && !index.is_unique && !index.is_primary && !index.is_exclusion && index.is_valid)
    marks.push({
      label: 'Not used yet',
      tone: 'plain',
      text: 'No query has read it since the statistics began. If that is long ago, it can go.',
    });
  return marks;
}
