import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchUpload, StorageError } from '../errors/storage-error.ts';
import { isUpsert, type StorageParts } from '../routes/storage-parts.ts';
import { keptType } from '../rules/mime-types.ts';
import { checkBucketName, checkKey } from '../rules/names.ts';
import { checkUpload } from '../rules/signed-links.ts';
import { cacheControlOf, readMetadata } from '../upload/read-upload.ts';
import type { UploadRights } from './finish-upload.ts';
import type { UploadFacts } from './partial-files.ts';
import type { Progress, ResumableUploads } from './resumable-uploads.ts';
import {
  CHECKSUM_ALGORITHMS,
  checkTusVersion,
  parseUploadId,
  readChecksum,
  readUploadLength,
  readUploadMetadata,
  TUS_VERSION,
  toUploadId,
  type UploadName,
  wholeNumber,
} from './tus-headers.ts';

const LIFETIME_MS = 24 * 3_600_000;
const BYTES = 'application/offset+octet-stream';
const EXTENSIONS = 'creation,creation-with-upload,termination,expiration,creation-defer-length,checksum';
/** What pages of other origins may read. */
const EXPOSED =
  'Location,Tus-Resumable,Tus-Version,Tus-Extension,Tus-Max-Size,Tus-Checksum-Algorithm,Upload-Offset,Upload-Length,Upload-Defer-Length,Upload-Metadata,Upload-Expires';

/** Of a request that is about this object: with whose rights, and whether it may replace one. */
type FindRights = (
  request: FastifyRequest,
  target: Pick<UploadName, 'bucket' | 'key'>,
  operation: string,
) => Promise<{ rights: UploadRights; replace: boolean }>;

/** Resumable uploads by TUS 1.0, for callers and for those who have a link to upload. */
export function mountResumable(
  app: FastifyInstance,
  { open, openLink }: StorageParts,
  uploads: ResumableUploads,
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .header('tus-resumable', TUS_VERSION)
      .header('cache-control', 'no-store')
      .header('access-control-expose-headers', EXPOSED);
    done();
  });
  mountAt('/upload/resumable', async (request, _target, operation) => {
    const sql = await open(request, operation);
    const { role, subject, asCaller: run } = sql;
    return { rights: { link: false, sql, run, role, subject }, replace: isUpsert(request) };
  });
  // The link is the right. It was given to somebody who might.
  mountAt('/upload/resumable/sign', async (request, { bucket, key }, operation) => {
    const token = request.headers['x-signature'];
    if (token === undefined) throw new StorageError('MissingParameter', 'Missing header x-signature');
    const { owner, upsert } = await checkUpload(request.project.verifier, token, `${bucket}/${key}`);
    const sql = await openLink(request, `${operation}_signed`);
    return { rights: { link: true, sql, run: sql.asService, role: '', subject: owner }, replace: upsert };
  });

  function mountAt(path: string, rightsOf: FindRights): void {
    for (const url of [path, `${path}/:id`])
      app.options(url, async (request, reply) =>
        reply
          .code(204)
          .header('tus-version', TUS_VERSION)
          .header('tus-extension', EXTENSIONS)
          .header('tus-checksum-algorithm', CHECKSUM_ALGORITHMS)
          .header('tus-max-size', String(request.project.project.storage.fileSizeLimit))
          .send(),
      );

    app.post(path, async (request, reply) => {
      checkTusVersion(request.headers);
      const wanted = readCreation(request);
      const { rights, replace } = await rightsOf(request, wanted, 'storage.tus.upload.create');
      const { link, role, subject } = rights;
      const facts = { ...wanted, replace, by: link ? { link, subject } : { link, role, subject } };
      const { ref, publicUrl } = request.project.project;
      await uploads.begin(ref, facts, rights);
      // The bytes may be lost on their way: the address is not, because it is told first.
      const location = `${publicUrl}/storage/v1${path}/${toUploadId(facts)}`;
      reply.code(201).header('location', location);
      const hasBytes = request.headers['content-type'] === BYTES;
      const progress = hasBytes
        ? await uploads.goOn(ref, facts, rights, { ...moreOf(request), offset: 0, length: null })
        : { offset: 0, facts };
      return tell(reply, progress, hasBytes).send();
    });

    async function patch(request: FastifyRequest, reply: FastifyReply) {
      checkTusVersion(request.headers);
      if (request.headers['content-type'] !== BYTES)
        throw new StorageError('InvalidUploadType', `Content-Type must be ${BYTES}`);
      const offset = wholeNumber(request.headers['upload-offset'], 'Upload-Offset');
      const named = request.headers['upload-length'];
      const length = named === undefined ? null : wholeNumber(named, 'Upload-Length');
      const more = { ...moreOf(request), offset, length };
      const { name, ref, rights } = await about(request, 'storage.tus.upload.part');
      return tell(reply.code(204), await uploads.goOn(ref, name, rights, more), true).send();
    }

    async function remove(request: FastifyRequest, reply: FastifyReply) {
      checkTusVersion(request.headers);
      const { name, ref, rights } = await about(request, 'storage.tus.upload.delete');
      await uploads.end(ref, name, rights);
      return reply.code(204).send();
    }

    async function about(request: FastifyRequest, operation: string) {
      const name = parseUploadId((request.params as { id: string }).id);
      if (name === null) throw noSuchUpload();
      const { rights } = await rightsOf(request, name, operation);
      return { name, rights, ref: request.project.project.ref };
    }

    app.patch(`${path}/:id`, patch);
    app.delete(`${path}/:id`, remove);
    app.head(`${path}/:id`, async (request, reply) => {
      checkTusVersion(request.headers);
      const { name, ref, rights } = await about(request, 'storage.tus.upload.get');
      const progress = await uploads.look(ref, name, rights);
      const { length, metadataHeader } = progress.facts;
      if (length === null) reply.header('upload-defer-length', '1');
      else reply.header('upload-length', String(length));
      if (metadataHeader !== '') reply.header('upload-metadata', metadataHeader);
      return tell(reply.code(200), progress, true).send();
    });
    // For clients behind something that lets no PATCH through.
    app.post(`${path}/:id`, async (request, reply) => {
      const method = request.headers['x-http-method-override'];
      if (method === 'PATCH') return patch(request, reply);
      if (method === 'DELETE') return remove(request, reply);
      throw noSuchUpload();
    });
  }
}

function tell(reply: FastifyReply, { offset, facts }: Progress, hasOffset: boolean): FastifyReply {
  if (hasOffset) reply.header('upload-offset', String(offset));
  return reply.header('upload-expires', new Date(facts.expiresAt).toUTCString());
}

/** What a client wants to upload. @throws {StorageError} */
function readCreation({ headers }: FastifyRequest): Omit<UploadFacts, 'replace' | 'by' | 'promised'> {
  const length = readUploadLength(headers);
  const header = headers['upload-metadata'];
  const fields = readUploadMetadata(header);
  const metadata = fields.get('metadata') ?? '';
  return {
    bucket: checkBucketName(fields.get('bucketName') ?? ''),
    key: checkKey(fields.get('objectName') ?? ''),
    version: randomUUID(),
    length,
    contentType: keptType(fields.get('contentType')),
    cacheControl: cacheControlOf(fields.get('cacheControl')),
    userMetadata: metadata === '' ? null : readMetadata(metadata),
    metadataHeader: typeof header === 'string' ? header : '',
    expiresAt: Date.now() + LIFETIME_MS,
    done: false,
  };
}

function moreOf({ headers, body }: FastifyRequest) {
  return {
    announced: Number(headers['content-length'] ?? 0),
    checksum: readChecksum(headers['upload-checksum']),
    bytes: (body ?? Readable.from([])) as Readable,
  };
}
