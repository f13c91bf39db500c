import { describe, expect, it } from 'vitest';
import type { PolicyObject } from '../../shared/objects.ts';
import { bucketOf, bucketPolicyRows, groupTitle } from './bucket-policies.ts';
import { templatesOfBuckets, templatesOfFiles } from './storage-templates.ts';

const policy = (name: string, table: string, definition: string | null, check: string | null = null) =>
  ({ name, table, definition, check }) as PolicyObject;

describe('the bucket of a policy', () => {
  it.each([
    ["((bucket_id = 'photos'::text) AND (owner_id = 'x'))", null, 'photos'],
    [null, "(bucket_id = 'it''s'::text)", "it's"],
    ["(bucket_id = 'a'::text)", "(bucket_id = 'a'::text)", 'a'],
    ["((bucket_id = 'a'::text) OR (bucket_id = 'b'::text))", null, null],
    ["(bucket_id = ANY (ARRAY['a'::text, 'b'::text]))", null, null],
    ["(my_bucket_id = 'a'::text)", null, null],
    ['true', 'true', null],
    [null, null, null],
  ])('of %s and %s is %s', (definition, check, bucket) => {
    expect(bucketOf({ definition, check })).toBe(bucket);
  });
});

it('lists every policy once, below what it is about', () => {
  const rows = bucketPolicyRows(
    [
      { id: 'a', public: true },
      { id: 'b', public: false },
    ],
    [
      policy('of a', 'objects', "(bucket_id = 'a'::text)"),
      policy('of all', 'objects', 'true'),
      policy('of a bucket that is gone', 'objects', "(bucket_id = 'gone'::text)"),
      policy('lists', 'buckets', "(id = 'a'::text)"),
    ],
  );
  expect(rows.map((row) => row.policy?.name ?? `# ${groupTitle(row.group)}`)).toEqual([
    '# a',
    'of a',
    '# b',
    '# Several buckets, or all',
    'of all',
    'of a bucket that is gone',
    '# The buckets themselves',
    'lists',
  ]);
});

it('names the bucket in every template, so that none opens another bucket', () => {
  for (const { using, check } of Object.values(templatesOfFiles("it's")))
    for (const condition of [using, check].filter((text) => text !== ''))
      expect(condition).toMatch(/^bucket_id = 'it''s'/);
  for (const { using, check } of Object.values(templatesOfFiles(null)))
    expect(`${using}${check}`).not.toContain('bucket_id');
  expect(templatesOfBuckets().read?.using).toBe('true');
});
