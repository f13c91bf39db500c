import { S3Error } from '../errors/s3-error.ts';
import { canonicalRequest, type SignedRequest } from './canonical.ts';
import type { SignatureClaim } from './read-claim.ts';
import { isSame, readTime, type Scope, sign, signingKey, stringToSign } from './sigv4.ts';

/** A host and path under which the request may have been signed: what the client saw is not always what arrives here. */
export interface Address {
  host: string;
  path: string;
}

/** With what a body in signed pieces goes on from the signature of its request. */
export interface ProvenSignature {
  key: Buffer;
  signature: string;
  time: string;
  scope: Scope;
}

const MAX_SKEW_MS = 15 * 60_000;
/** These say what sent a request, and proxies write them. */
const MAY_BE_UNSIGNED = new Set(['x-amz-user-agent', 'x-amz-cf-id']);

/**
 * Checks a signature in all that can be known before the body is read.
 * @param secret null: there is no such key
 * @throws {S3Error}
 */
export function checkSignature(
  request: SignedRequest,
  claim: SignatureClaim,
  {
    secret,
    region,
    now,
    addresses,
  }: { secret: string | null; region: string; now: number; addresses: readonly Address[] },
): ProvenSignature {
  const { scope, signedHeaders, payload, signature, time } = claim;
  checkScope(claim, region);
  checkTime(claim, now);
  if (!signedHeaders.includes('host')) throw notSigned('host');
  for (const name of request.headers.keys())
    if (name.startsWith('x-amz-') && !signedHeaders.includes(name) && !MAY_BE_UNSIGNED.has(name))
      throw notSigned(name);
  if (secret === null)
    throw new S3Error('InvalidAccessKeyId', 'The access key is none of the keys of this project.');
  const key = signingKey(secret, scope);
  const proven = addresses.some(({ host, path }) => {
    const seen = { ...request, path, headers: new Map(request.headers).set('host', host) };
    return isSame(
      signature,
      sign(key, stringToSign(time, scope, canonicalRequest(seen, signedHeaders, payload))),
    );
  });
  if (!proven)
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The signature does not match the request. Check the secret key, the region, and that nothing changes the request on its way.',
    );
  return { key, signature, time, scope };
}

/** Clients go on by themselves with the region that they are told. @throws {S3Error} */
export function checkScope({ form, scope }: Pick<SignatureClaim, 'form' | 'scope'>, region: string): void {
  const code = form === 'header' ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError';
  if (scope.service !== 's3')
    throw new S3Error(code, `The service '${scope.service.slice(0, 50)}' is wrong; expecting 's3'.`);
  if (scope.region !== region)
    throw new S3Error(code, `The region '${scope.region.slice(0, 50)}' is wrong; expecting '${region}'.`, {
      Region: region,
    });
}

function checkTime({ form, time, scope, expires }: SignatureClaim, now: number): void {
  const signed = readTime(time);
  if (signed === null || !time.startsWith(scope.day))
    throw new S3Error(
      form === 'header' ? 'AccessDenied' : 'AuthorizationQueryParametersError',
      'A signed request says when it was signed, in x-amz-date, on the day of its credential.',
    );
  if (expires === null) {
    if (Math.abs(now - signed) > MAX_SKEW_MS)
      throw new S3Error(
        'RequestTimeTooSkewed',
        'The difference between the time of the request and the time of the server is more than 15 minutes.',
        { RequestTime: time, ServerTime: new Date(now).toISOString() },
      );
    return;
  }
  if (signed - now > MAX_SKEW_MS) throw new S3Error('AccessDenied', 'Request is not valid yet');
  if (now > signed + expires * 1000) throw new S3Error('AccessDenied', 'Request has expired');
}

function notSigned(name: string): S3Error {
  return new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
    HeadersNotSigned: name,
  });
}
