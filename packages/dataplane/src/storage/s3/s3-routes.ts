import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../caller/identify-caller.ts';
import type { HeldProjects } from '../../project/held-projects.ts';
import { noSuchBucket, StorageError } from '../errors/storage-error.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import { openStorageSql } from '../metadata/storage-sql.ts';
import type { StorageRoom } from '../quota/storage-room.ts';
import { checkBucketName } from '../rules/names.ts';
import { authenticate, signedRequestOf } from './authenticate.ts';
import { checksumOf } from './body/checksums.ts';
import { openBody } from './body/open-body.ts';
import { describeS3Error, notImplemented } from './errors/s3-error.ts';
import { findOperation } from './find-operation.ts';
import { postForm } from './operations/post-form.ts';
import { decodeStrictly } from './signature/canonical.ts';
import { writeXml } from './xml/write-xml.ts';

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const;
/** What programs in a browser need to read, beside what the gateway lets them. */
const EXPOSED = 'etag, x-amz-request-id, x-amz-bucket-region';

export interface S3Options {
  logger: FastifyBaseLogger;
  projects: HeldProjects;
  files: ObjectFiles;
  room: StorageRoom;
}

/** The S3 protocol, to be mounted at `/s3` below storage. Every request says by its signature who asks. */
export function mountS3(app: FastifyInstance, options: S3Options): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      const exposed = reply.getHeader('access-control-expose-headers');
      reply
        .header('x-amz-request-id', request.id)
        .header('access-control-expose-headers', exposed === undefined ? EXPOSED : `${exposed}, ${EXPOSED}`);
      done();
    });
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.logger));
    const handler = (request: FastifyRequest, reply: FastifyReply) => serve(request, reply, options);
    for (const url of ['/s3', '/s3/*']) scope.route({ method: [...METHODS], url, handler });
  });
}

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  options: S3Options,
): Promise<FastifyReply> {
  if (!request.project.project.storage.s3Protocol)
    throw new StorageError(
      'FeatureNotEnabled',
      'The S3 protocol is switched off in the settings of this project.',
    );
  const { bucket, key } = resourceOf(request);
  if (bucket !== '') checkBucketName(bucket);
  const signed = signedRequestOf(request);
  const query = new Map([...signed.query].reverse());
  const open = (identity: Identity, operation: string) => {
    request.project.noteRole(identity.role);
    return openStorageSql(request, options.projects, { operation, as: identity });
  };
  const { files, room } = options;
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  if (request.method === 'POST' && isForm && bucket !== '' && key === '')
    return postForm(request, reply, bucket, async (identity) => ({
      sql: await open(identity, 'storage.s3.object.post'),
      files,
      room,
    }));
  const { identity, payload, proven } = await authenticate(request, signed);
  const found = findOperation({ method: request.method, bucket, key, query, headers: signed.headers });
  if (found === null) throw notImplemented();
  // What completes an upload tells the checksum of the object, not of its own body.
  const ofBody = [...signed.headers].filter(([name]) => !found.completes || checksumOf(name) === null);
  const body = openBody(request.body as AsyncIterable<Buffer> | undefined, {
    headers: new Map(ofBody),
    payload,
    proven,
  });
  const { ref, region } = request.project.project;
  return found.run({
    request,
    reply,
    ref,
    region,
    bucket,
    key,
    query,
    headers: signed.headers,
    sql: await open(identity, found.name),
    isService: identity.role === 'service_role',
    files,
    room,
    body,
  });
}

/** `/s3/bucket/folder/name` @throws {S3Error} InvalidURI; {StorageError} NoSuchBucket */
function resourceOf({ project: { url } }: FastifyRequest): { bucket: string; key: string } {
  const path = url.split('?', 1)[0] ?? '';
  // An address that hides its beginning in percent codes would be cut in the wrong place.
  const match = /^\/s3(?:\/([^/]*)(?:\/(.*))?)?$/s.exec(path);
  if (match === null) throw noSuchBucket();
  const [, bucket = '', key = ''] = match.map((part) => decodeStrictly(part ?? ''));
  if (bucket === '' && key !== '') throw noSuchBucket();
  return { bucket, key };
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: FastifyBaseLogger,
): FastifyReply {
  const known = describeS3Error(error);
  if (known === null) logger.error({ err: error, reqId: request.id }, 'a request of the S3 protocol failed');
  const { status, code, message, details } = known ?? {
    status: 500,
    code: 'InternalError',
    message: 'Something went wrong on our side. The log of the server says what.',
    details: {},
  };
  if (code === 'SlowDown' || code === 'ServiceUnavailable') reply.header('retry-after', '1');
  for (const name of ['content-length', 'etag', 'last-modified', 'accept-ranges']) reply.removeHeader(name);
  const resource = request.project?.url.split('?', 1)[0] ?? '';
  return reply
    .code(status)
    .type('application/xml')
    .send(
      writeXml('Error', {
        Resource: resource,
        Code: code,
        Message: message,
        ...details,
        RequestId: request.id,
      }),
    );
}
