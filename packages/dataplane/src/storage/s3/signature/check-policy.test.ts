import { describe, expect, it } from 'vitest';
import type { S3Error } from '../errors/s3-error.ts';
import { checkForm } from '../operations/post-form.ts';
import { checkPolicy } from './check-policy.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const policyOf = (conditions: unknown, expiration: unknown = '2026-01-02T00:00:00Z') =>
  Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
const problem = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as S3Error).code;
  }
};
const FIELDS = { bucket: 'main', key: 'user/a.txt', acl: 'private' };
const ALL = [{ bucket: 'main' }, ['starts-with', '$key', 'user/'], ['eq', '$ACL', 'private']];

describe('policies of forms', () => {
  it.each<[string, string, Record<string, string>, string | null]>([
    ['all is as it says', policyOf(ALL), FIELDS, null],
    ['fields to ignore', policyOf(ALL), { ...FIELDS, 'x-ignore-me': '1' }, null],
    ['another bucket', policyOf(ALL), { ...FIELDS, bucket: 'other' }, 'AccessDenied'],
    ['another folder', policyOf(ALL), { ...FIELDS, key: 'a.txt' }, 'AccessDenied'],
    ['a field that is missing', policyOf(ALL), { bucket: 'main', key: 'user/a' }, 'AccessDenied'],
    ['a field that is not named', policyOf(ALL), { ...FIELDS, 'content-type': 'x/y' }, 'AccessDenied'],
    ['a policy that is over', policyOf(ALL, '2025-01-01T00:00:00Z'), FIELDS, 'AccessDenied'],
    ['a policy without an end', policyOf(ALL, 'never'), FIELDS, 'InvalidPolicyDocument'],
    ['conditions that are none', policyOf('all'), FIELDS, 'InvalidPolicyDocument'],
    ['a condition of another kind', policyOf([['like', '$key', '%']]), FIELDS, 'InvalidPolicyDocument'],
    ['a condition of two', policyOf([{ key: 'a', acl: 'b' }]), FIELDS, 'InvalidPolicyDocument'],
    ['a range that is none', policyOf([['content-length-range', -1, 'x']]), FIELDS, 'InvalidPolicyDocument'],
    ['no JSON', 'e30', FIELDS, 'InvalidPolicyDocument'],
  ])('%s', (_name, policy, fields, code) => {
    expect(problem(() => checkPolicy(policy, new Map(Object.entries(fields)), NOW))).toBe(code);
  });

  it('the narrowest range of sizes counts', () => {
    const ranges = [
      ['content-length-range', 1, 100],
      ['content-length-range', '5', '500'],
    ];
    expect(checkPolicy(policyOf(ranges), new Map(), NOW)).toEqual({ minBytes: 5, maxBytes: 100 });
  });

  it.each<[string, Record<string, string>, string]>([
    ['no policy', {}, 'AccessDenied'],
    ['another algorithm', { policy: policyOf(ALL), 'x-amz-algorithm': 'AWS4-HMAC-SHA1' }, 'InvalidArgument'],
    ['no credential', { policy: policyOf(ALL), 'x-amz-algorithm': 'AWS4-HMAC-SHA256' }, 'InvalidArgument'],
  ])('a form with %s is refused', (_name, fields, code) => {
    const where = { region: 'us-east-1', now: NOW };
    expect(problem(() => checkForm(new Map(Object.entries(fields)), () => 'secret', where))).toBe(code);
  });
});
