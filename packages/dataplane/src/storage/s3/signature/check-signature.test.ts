import { describe, expect, it } from 'vitest';
import type { S3Error } from '../errors/s3-error.ts';
import { canonicalRequest, readQuery, type SignedRequest, sha256 } from './canonical.ts';
import { checkSignature } from './check-signature.ts';
import { readClaim } from './read-claim.ts';
import { readTime, sign, signingKey, stringToSign } from './sigv4.ts';

// The examples that AWS publishes with the description of Signature Version 4 for S3.
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const TIME = '20130524T000000Z';
const SCOPE = { day: '20130524', region: 'us-east-1', service: 's3' };
const CREDENTIAL = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const HOST = 'examplebucket.s3.amazonaws.com';
const EMPTY = sha256('');

type Changes = Partial<{
  url: string;
  headers: Record<string, string>;
  signed: string;
  signature: string;
  method: string;
}>;

const GET = {
  method: 'GET',
  url: '/test.txt',
  headers: { host: HOST, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY, 'x-amz-date': TIME },
  signed: 'host;range;x-amz-content-sha256;x-amz-date',
  signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
};

function requestOf({
  method,
  url,
  headers,
}: {
  method: string;
  url: string;
  headers: Record<string, string>;
}): SignedRequest {
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  return { method, path, query: readQuery(search), headers: new Map(Object.entries(headers)) };
}

function headerSigned(changes: Changes = {}): SignedRequest {
  const { signed, signature, ...rest } = { ...GET, ...changes };
  const authorization = `AWS4-HMAC-SHA256 Credential=${CREDENTIAL},SignedHeaders=${signed},Signature=${signature}`;
  return requestOf({ ...rest, headers: { authorization, ...rest.headers } });
}

const AT = readTime(TIME) as number;
function check(request: SignedRequest, changes: Partial<Parameters<typeof checkSignature>[2]> = {}) {
  const addresses = [{ host: request.headers.get('host') ?? '', path: request.path }];
  return checkSignature(request, readClaim(request), {
    secret: SECRET,
    region: 'us-east-1',
    now: AT,
    addresses,
    ...changes,
  });
}
function problem(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return (error as S3Error).code;
  }
}

const LIST = { 'x-amz-content-sha256': EMPTY, 'x-amz-date': TIME, host: HOST };
const SHORT = 'host;x-amz-content-sha256;x-amz-date';
const PRESIGNED =
  `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(CREDENTIAL)}` +
  `&X-Amz-Date=${TIME}&X-Amz-Expires=86400&X-Amz-SignedHeaders=host` +
  '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
const presigned = (url = PRESIGNED, headers: Record<string, string> = {}, method = 'GET') =>
  requestOf({ method, url, headers: { host: HOST, ...headers } });

describe('the examples of AWS', () => {
  it.each<[string, SignedRequest]>([
    ['GET with a range', headerSigned()],
    [
      'PUT with a dollar sign in the name',
      headerSigned({
        method: 'PUT',
        url: '/test%24file.text',
        headers: {
          host: HOST,
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-date': TIME,
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
          'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        },
        signed: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      }),
    ],
    [
      'a parameter without a value',
      headerSigned({
        url: '/?lifecycle',
        headers: LIST,
        signed: SHORT,
        signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      }),
    ],
    [
      'parameters in any order',
      headerSigned({
        url: '/?prefix=J&max-keys=2',
        headers: LIST,
        signed: SHORT,
        signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      }),
    ],
    ['an address', presigned()],
  ])('%s', (_name, request) => {
    expect(problem(() => check(request))).toBeNull();
  });

  it('a signature is compared with all addresses under which the server is known', () => {
    const elsewhere = { host: 'here', path: '/storage/v1/s3/test.txt' };
    const seen = { host: HOST, path: '/test.txt' };
    expect(problem(() => check(headerSigned(), { addresses: [elsewhere, seen] }))).toBeNull();
    expect(problem(() => check(headerSigned(), { addresses: [elsewhere] }))).toBe('SignatureDoesNotMatch');
  });
});

const FUTURE = AT - 16 * 60_000;
const without = (name: string) =>
  Object.fromEntries(Object.entries(GET.headers).filter(([one]) => one !== name));
const authorized = (authorization: string) =>
  requestOf({ ...GET, headers: { ...GET.headers, authorization } });

describe('tricks', () => {
  it.each<[string, () => unknown, string]>([
    ['no signature', () => check(requestOf(GET)), 'AccessDenied'],
    ['an older kind', () => check(authorized('AWS AKIA:abc=')), 'AuthorizationHeaderMalformed'],
    ['a token instead', () => check(authorized('Bearer x')), 'AuthorizationHeaderMalformed'],
    [
      'no credential',
      () => check(authorized('AWS4-HMAC-SHA256 Signature=x')),
      'AuthorizationHeaderMalformed',
    ],
    ['two signatures', () => check({ ...headerSigned(), query: presigned().query }), 'InvalidArgument'],
    ['another method', () => check({ ...headerSigned(), method: 'DELETE' }), 'SignatureDoesNotMatch'],
    ['another path', () => check(headerSigned({ url: '/test.txt/' })), 'SignatureDoesNotMatch'],
    ['a parameter more', () => check(headerSigned({ url: '/test.txt?delete' })), 'SignatureDoesNotMatch'],
    [
      'a changed header',
      () => check(headerSigned({ headers: { ...GET.headers, range: 'bytes=0-99' } })),
      'SignatureDoesNotMatch',
    ],
    [
      'another host',
      () => check(headerSigned({ headers: { ...GET.headers, host: 'else.where' } })),
      'SignatureDoesNotMatch',
    ],
    [
      'a hash of the body that was exchanged',
      () => check(headerSigned({ headers: { ...GET.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } })),
      'SignatureDoesNotMatch',
    ],
    [
      'a header that was added',
      () => check(headerSigned({ headers: { ...GET.headers, 'x-amz-copy-source': '/other/secret' } })),
      'AccessDenied',
    ],
    [
      'the host not signed',
      () => check(headerSigned({ signed: 'x-amz-content-sha256;x-amz-date' })),
      'AccessDenied',
    ],
    [
      'no hash',
      () => check(headerSigned({ headers: without('x-amz-content-sha256') })),
      'MissingSecurityHeader',
    ],
    ['no time', () => check(headerSigned({ headers: without('x-amz-date') })), 'AccessDenied'],
    [
      'the time of another day',
      () => check(headerSigned({ headers: { ...GET.headers, 'x-amz-date': '20130525T000000Z' } })),
      'AccessDenied',
    ],
    ['a clock behind', () => check(headerSigned(), { now: AT + 16 * 60_000 }), 'RequestTimeTooSkewed'],
    ['a clock ahead', () => check(headerSigned(), { now: FUTURE }), 'RequestTimeTooSkewed'],
    ['another region', () => check(headerSigned(), { region: 'eu-west-1' }), 'AuthorizationHeaderMalformed'],
    ['a key that is not there', () => check(headerSigned(), { secret: null }), 'InvalidAccessKeyId'],
    ['another secret', () => check(headerSigned(), { secret: `${SECRET}x` }), 'SignatureDoesNotMatch'],
    ['no signature at all', () => check(headerSigned({ signature: '' })), 'SignatureDoesNotMatch'],
    ['a broken percent code', () => check(headerSigned({ url: '/%zz' })), 'InvalidURI'],
    ['an address that is over', () => check(presigned(), { now: AT + 86_401_000 }), 'AccessDenied'],
    ['an address of the future', () => check(presigned(), { now: FUTURE }), 'AccessDenied'],
    [
      'an address that lasts longer',
      () => check(presigned(PRESIGNED.replace('86400', '86401'))),
      'SignatureDoesNotMatch',
    ],
    [
      'an address for ever',
      () => check(presigned(PRESIGNED.replace('86400', '604801'))),
      'AuthorizationQueryParametersError',
    ],
    ['an address used otherwise', () => check(presigned(PRESIGNED, {}, 'PUT')), 'SignatureDoesNotMatch'],
    [
      'an address with a header added',
      () => check(presigned(PRESIGNED, { 'x-amz-acl': 'public-read' })),
      'AccessDenied',
    ],
    [
      'an address with a token added',
      () => check(presigned(`${PRESIGNED}&X-Amz-Security-Token=a.b.c`)),
      'SignatureDoesNotMatch',
    ],
    [
      'an address of another region',
      () => check(presigned(), { region: 'eu-west-1' }),
      'AuthorizationQueryParametersError',
    ],
  ])('%s', (_name, work, code) => {
    expect(problem(work)).toBe(code);
  });

  it('of spaces and plus signs mean the same to both sides', () => {
    const request = requestOf({ ...GET, url: '/a%20b+c%2B/?prefix=x+y%20z' });
    const canonical = canonicalRequest(request, ['host'], EMPTY);
    expect(canonical.split('\n').slice(1, 3)).toEqual(['/a%20b%2Bc%2B/', 'prefix=x%20y%20z']);
    const key = signingKey(SECRET, SCOPE);
    expect(sign(key, stringToSign(TIME, SCOPE, canonical))).toMatch(/^[0-9a-f]{64}$/);
  });
});
