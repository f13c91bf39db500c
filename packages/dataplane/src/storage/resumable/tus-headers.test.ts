import { expect, test } from 'vitest';
import {
  checkTusVersion,
  parseUploadId,
  readChecksum,
  readUploadLength,
  readUploadMetadata,
  toUploadId,
} from './tus-headers.ts';

const VERSION = '00000000-0000-4000-8000-000000000000';
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  [{ 'upload-length': '0' }, 0],
  [{ 'upload-length': '6000000000' }, 6_000_000_000],
  [{ 'upload-defer-length': '1' }, null],
])('the length in %j is %j', (headers, length) => expect(readUploadLength(headers)).toBe(length));
test.each([
  {},
  { 'upload-length': '-1' },
  { 'upload-length': '1e3' },
  { 'upload-length': '1.5' },
  { 'upload-length': ' 1' },
  { 'upload-length': '9'.repeat(16) },
  { 'upload-defer-length': '2' },
  { 'upload-defer-length': '1', 'upload-length': '5' },
])('there is no length in %j', (headers) => expect(() => readUploadLength(headers)).toThrow('must'));

test('metadata are names with values in base64', () => {
  const header = `bucketName ${base64('b')},objectName ${base64('ü/1')}, empty,also `;
  const fields = { bucketName: 'b', objectName: 'ü/1', empty: '', also: '' };
  expect(Object.fromEntries(readUploadMetadata(header))).toEqual(fields);
  expect(readUploadMetadata(undefined).size).toBe(0);
});
test.each(['a b c', 'a ü', ',', `a ${base64('1')},a ${base64('2')}`, `a ${'x'.repeat(20_000)}`, 'a %00'])(
  'metadata cannot be %j',
  (header) => expect(() => readUploadMetadata(header)).toThrow('Upload-Metadata'),
);

test('a checksum names how it was made', () => {
  expect(readChecksum(undefined)).toBeNull();
  expect(readChecksum('sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=')).toEqual({
    algorithm: 'sha1',
    digest: 'Kq5sNclPz7QV2+lfQIuc6R7oRu0=',
  });
  for (const header of ['sha1', 'crc32 x', '', 'SHA1 x'])
    expect(() => readChecksum(header)).toThrow('Upload-Checksum');
});

test.each([
  { bucket: 'b', key: 'a', version: VERSION },
  { bucket: 'b c', key: 'a//b/c.txt', version: VERSION },
])('the address of %j leads back to it', (name) => expect(parseUploadId(toUploadId(name))).toEqual(name));
test.each(['', 'x', base64('b/a'), base64(`b/${VERSION}`), base64(`b/a/${VERSION}x`), base64('b/a/../../x')])(
  '%j is the address of no upload',
  (id) => expect(parseUploadId(id)).toBeNull(),
);

test('another version of the protocol is refused', () => {
  checkTusVersion({ 'tus-resumable': '1.0.0' });
  for (const headers of [{}, { 'tus-resumable': '0.2.2' }])
    expect(() => checkTusVersion(headers)).toThrow('Tus-Resumable');
});
