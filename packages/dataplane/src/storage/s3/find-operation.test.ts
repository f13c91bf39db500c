import { describe, expect, it } from 'vitest';
import { findOperation } from './find-operation.ts';

const find = (line: string, headers: Record<string, string> = {}) => {
  const [method = '', bucket = '', key = '', search = ''] = line
    .split(' ')
    .map((part) => (part === '-' ? '' : part));
  const query = new Map(new URLSearchParams(search));
  return (
    findOperation({ method, bucket, key, query, headers: new Map(Object.entries(headers)) })?.name ?? null
  );
};

describe('operations', () => {
  it.each([
    ['GET - - x-id=ListBuckets', 'storage.s3.bucket.list'],
    ['GET b - list-type=2', 'storage.s3.object.list_v2'],
    ['GET b - prefix=a', 'storage.s3.object.list'],
    ['GET b k', 'storage.s3.object.get'],
    ['PUT b k partNumber=1&uploadId=x', 'storage.s3.upload.part'],
    // What is not offered never becomes what is.
    ['PUT b k tagging', null],
    ['PUT b k acl', null],
    ['PUT b - lifecycle', null],
    ['PUT b - versioning', null],
    ['DELETE b - policy', null],
    ['DELETE b k versionId=1', null],
    ['DELETE b k uploadId=x&tagging', null],
    ['POST b k', null],
    ['POST b k restore', null],
    ['DELETE - -', null],
    ['GET b k partNumber=1', null],
  ])('%s', (line, name) => {
    expect(find(line)).toBe(name);
  });

  it('copy when they name a source', () => {
    const source = { 'x-amz-copy-source': '/a/b' };
    expect(find('PUT b k', source)).toBe('storage.s3.object.copy');
    expect(find('PUT b k partNumber=1&uploadId=x', source)).toBe('storage.s3.upload.part_copy');
  });
});
