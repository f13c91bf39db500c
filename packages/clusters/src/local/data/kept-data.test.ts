import { expect, test } from 'vitest';
import type { ClusterRecord } from './cluster-record.ts';
import { checkKeptName, discarded, findKept, folderAfter, putBack, replaced } from './kept-data.ts';

const RECORD: ClusterRecord = {
  ref: 'abc',
  kind: 'project',
  major: 15,
  version: '15.18.0',
  updates: 2,
  data: 'data',
  port: 15_432,
  uid: 60_000,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const AT = new Date('2026-11-20T10:00:00Z');
const INCOMING = { data: 'data-after-a', major: 18, version: '18.4.0', uid: 60_007 } as const;
const afterReplacement = () => replaced(RECORD, INCOMING, 'a', AT);

test('what belongs to the data changes with it, what belongs to the cluster stays', () => {
  expect(afterReplacement()).toEqual({
    ...RECORD,
    ...INCOMING,
    updates: 0,
    kept: [
      {
        id: 'a',
        data: 'data',
        major: 15,
        version: '15.18.0',
        updates: 2,
        uid: 60_000,
        keptAt: AT.toISOString(),
      },
    ],
  });
});

test('there and back is as before, but for the memory of it', () => {
  const kept = findKept(afterReplacement(), 'a');
  if (!kept) throw new Error('nothing was kept');
  expect(putBack(afterReplacement(), kept, null, AT)).toEqual({ ...RECORD, kept: [], putBack: 'a' });
  const swapped = putBack(afterReplacement(), kept, 'b', AT);
  expect(findKept(swapped, 'b')).toMatchObject({ data: 'data-after-a', major: 18 });
  expect(findKept(swapped, 'a')).toBeUndefined();
  expect(replaced(swapped, INCOMING, 'c', AT)).not.toHaveProperty('putBack');
});

test('a discarded one is forgotten, the others are not', () => {
  const twice = replaced(afterReplacement(), { ...INCOMING, data: 'data-after-b' }, 'b', AT);
  expect(discarded(twice, 'a').kept).toMatchObject([{ id: 'b' }]);
  expect(discarded(twice, 'x').kept).toHaveLength(2);
});

test('the folder that comes after a kept one is the same at every attempt, and never one in use', () => {
  expect(folderAfter(RECORD, 'a')).toBe('data-after-a');
  expect(folderAfter(RECORD, 'a')).toBe(folderAfter(RECORD, 'a'));
  expect(folderAfter(discarded(afterReplacement(), 'a'), 'a')).toBe('data-after-a_2');
});

test.each(['', '..', 'a/b', 'A', 'a_2', '-a', 'a'.repeat(65), 'a\0'])(
  '%j cannot name a kept database',
  (id) => {
    expect(() => checkKeptName(id)).toThrow(/cannot name a kept database/);
  },
);

test('ids of operations can', () => {
  expect(() => checkKeptName('0198c4a2-6f3e-7d11-9f4a-3a1b2c3d4e5f')).not.toThrow();
});
