import { S3Error } from '../errors/s3-error.ts';
import type { SignedRequest } from './canonical.ts';
import type { Scope } from './sigv4.ts';

/** What a request says of its signature. Nothing of it is proven yet. */
export interface SignatureClaim {
  form: 'header' | 'query';
  accessKey: string;
  scope: Scope;
  /** `20130524T000000Z`. */
  time: string;
  /** Seconds for which an address is good; null: signed in a header, for now. */
  expires: number | null;
  signedHeaders: readonly string[];
  signature: string;
  /** What `x-amz-content-sha256` says. */
  payload: string;
  /** The token of a session, null: the key stands for itself. */
  sessionToken: string | null;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** A week. */
const MAX_EXPIRES = 604_800;

/** @throws {S3Error} AccessDenied without a signature; others for one that cannot be read */
export function readClaim({ headers, query }: SignedRequest): SignatureClaim {
  const authorization = headers.get('authorization');
  const parameters = new Map(query);
  const inQuery = parameters.has('X-Amz-Algorithm') || parameters.has('X-Amz-Signature');
  if (authorization !== undefined && inQuery)
    throw new S3Error('InvalidArgument', 'Only one way of signing a request is allowed at a time.');
  if (inQuery) return readQueryForm(parameters, headers);
  if (authorization === undefined) throw new S3Error('AccessDenied', 'Access Denied');
  return readHeaderForm(authorization, headers);
}

function readHeaderForm(authorization: string, headers: ReadonlyMap<string, string>): SignatureClaim {
  const malformed = (what: string) =>
    new S3Error('AuthorizationHeaderMalformed', `The authorization header is malformed: ${what}.`);
  const [algorithm = '', rest = ''] = authorization.split(/\s+(.*)/s);
  if (algorithm !== ALGORITHM) throw malformed(`it must begin with ${ALGORITHM}`);
  const parts = new Map(
    rest.split(',').map((part) => {
      const [name = '', value = ''] = part.trim().split(/=(.*)/s);
      return [name, value] as const;
    }),
  );
  const signature = parts.get('Signature') ?? '';
  const { accessKey, scope } = readCredential(parts.get('Credential') ?? '', malformed);
  const signedHeaders = readHeaderNames(parts.get('SignedHeaders') ?? '', malformed);
  const payload = headers.get('x-amz-content-sha256');
  if (payload === undefined)
    throw new S3Error('MissingSecurityHeader', 'The header x-amz-content-sha256 is missing.');
  return {
    form: 'header',
    accessKey,
    scope,
    time: headers.get('x-amz-date') ?? fromHttpDate(headers.get('date')),
    expires: null,
    signedHeaders,
    signature,
    payload,
    sessionToken: headers.get('x-amz-security-token') ?? null,
  };
}

function readQueryForm(
  parameters: ReadonlyMap<string, string>,
  headers: ReadonlyMap<string, string>,
): SignatureClaim {
  const malformed = (what: string) =>
    new S3Error('AuthorizationQueryParametersError', `The signed address is malformed: ${what}.`);
  const get = (name: string) => parameters.get(`X-Amz-${name}`) ?? '';
  if (get('Algorithm') !== ALGORITHM) throw malformed(`X-Amz-Algorithm must be ${ALGORITHM}`);
  const expires = /^\d{1,7}$/.test(get('Expires')) ? Number(get('Expires')) : 0;
  if (expires < 1 || expires > MAX_EXPIRES)
    throw malformed(`X-Amz-Expires must be from 1 to ${MAX_EXPIRES} seconds`);
  const { accessKey, scope } = readCredential(get('Credential'), malformed);
  return {
    form: 'query',
    accessKey,
    scope,
    time: get('Date'),
    expires,
    signedHeaders: readHeaderNames(get('SignedHeaders'), malformed),
    signature: get('Signature'),
    payload:
      parameters.get('X-Amz-Content-Sha256') ?? headers.get('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD',
    sessionToken: parameters.get('X-Amz-Security-Token') ?? null,
  };
}

/** `key/20130524/us-east-1/s3/aws4_request` */
export function readCredential(
  text: string,
  malformed: (what: string) => Error,
): { accessKey: string; scope: Scope } {
  const parts = text.split('/');
  const [accessKey = '', day = '', region = '', service = '', end] = parts;
  if (parts.length !== 5 || end !== 'aws4_request' || !/^\d{8}$/.test(day) || accessKey === '')
    throw malformed('the credential must be <key>/<day>/<region>/s3/aws4_request');
  return { accessKey, scope: { day, region, service } };
}

function readHeaderNames(text: string, malformed: (what: string) => Error): string[] {
  const names = text.split(';');
  if (names.some((name) => !/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) || names.length > 100)
    throw malformed('the names of signed headers must be in small letters, with semicolons between them');
  return names;
}

function fromHttpDate(date: string | undefined): string {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? '' : new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
