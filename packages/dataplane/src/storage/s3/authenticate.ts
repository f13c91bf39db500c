import type { ProjectSnapshot } from '@basalt/project';
import type { FastifyRequest } from 'fastify';
import {
  DEFAULT_TOKEN_SETTINGS,
  type Identity,
  identifyCaller,
  SERVICE,
} from '../../caller/identify-caller.ts';
import { fromRawBytes } from '../../caller/request-context.ts';
import { S3Error } from './errors/s3-error.ts';
import { readQuery, type SignedRequest } from './signature/canonical.ts';
import { type Address, checkSignature, type ProvenSignature } from './signature/check-signature.ts';
import { readClaim } from './signature/read-claim.ts';

/** With which secret a key signs; null: there is no such key. Keys of a session are the project's name, and its public key. */
export function secretOf(
  { ref, storageKeys, anonKey }: ProjectSnapshot,
  accessKey: string,
  sessionToken: string | null,
): string | null {
  if (sessionToken !== null) return accessKey === ref ? anonKey : null;
  return storageKeys.find((key) => key.accessKey === accessKey)?.secret ?? null;
}

/** As whom a request runs whose signature is right. @throws {CallerError} about the token of a session */
export async function identityOf(
  { project: asked }: FastifyRequest,
  sessionToken: string | null,
): Promise<Identity> {
  if (sessionToken === null) return SERVICE;
  const caller = { kind: 'token', token: sessionToken } as const;
  return identifyCaller({ ...asked, caller }, DEFAULT_TOKEN_SETTINGS);
}

/** Who signed a request. @throws {S3Error}, {CallerError} */
export async function authenticate(
  request: FastifyRequest,
  signed: SignedRequest,
): Promise<{ identity: Identity; payload: string; proven: ProvenSignature }> {
  const { project } = request.project;
  const claim = readClaim(signed);
  const proven = checkSignature(signed, claim, {
    secret: secretOf(project, claim.accessKey, claim.sessionToken),
    region: project.region,
    now: Date.now(),
    addresses: addressesOf(request, signed),
  });
  return { identity: await identityOf(request, claim.sessionToken), payload: claim.payload, proven };
}

/** The request as its client wrote it. @throws {S3Error} InvalidURI, InvalidArgument */
export function signedRequestOf({ originalUrl, method, raw }: FastifyRequest): SignedRequest {
  const headers = new Map<string, string>();
  const { rawHeaders } = raw;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = textOf(rawHeaders[index + 1] as string);
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before},${value}`);
  }
  const [path = '', search = ''] = originalUrl.replace(/^https?:\/\/[^/?#]*/i, '').split(/\?(.*)/s);
  return { method, path, query: readQuery(search), headers };
}

function textOf(header: string): string {
  try {
    return fromRawBytes(header);
  } catch {
    throw new S3Error('InvalidArgument', 'A header is not in UTF-8.');
  }
}

/** Proxies change the host and cut prefixes off, so the address that the project is known by counts as well. */
function addressesOf(request: FastifyRequest, { path, headers }: SignedRequest): Address[] {
  const { project, url } = request.project;
  const known = new URL(project.publicUrl);
  const below = url.split('?', 1)[0] ?? '';
  const addresses = [
    { host: headers.get('host') ?? '', path },
    { host: request.host, path },
    { host: known.host, path: `${known.pathname.replace(/\/$/, '')}/storage/v1${below}` },
  ];
  return addresses.filter(
    (one, index) => addresses.findIndex(({ host, path }) => host === one.host && path === one.path) === index,
  );
}
