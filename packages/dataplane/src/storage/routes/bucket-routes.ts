import { QueryError } from '@basalt/postgres';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noSuchBucket, StorageError } from '../errors/storage-error.ts';
import { deleteBucket, findBucket, insertBucket, listBuckets, updateBucket } from '../metadata/buckets.ts';
import { deleteSome } from '../metadata/objects.ts';
import { readMimeTypes } from '../rules/mime-types.ts';
import { checkBucketName } from '../rules/names.ts';
import { readSizeLimit } from '../rules/sizes.ts';
import { numberField, readJson, textField } from '../upload/read-json.ts';
import type { StorageParts } from './storage-parts.ts';

const MAX_BUCKETS = 1_000;
/** Rows that one transaction deletes, so that it is short. */
const EMPTY_BATCH = 1_000;

export function mountBuckets(app: FastifyInstance, { open }: StorageParts): void {
  app.get('/bucket', async (request) => {
    const { asCaller } = await open(request, 'storage.bucket.list');
    const { limit, offset, search, sortColumn, sortOrder } = request.query as Record<string, unknown>;
    return listBuckets(asCaller, {
      limit: numberField(limit, 'limit', { usual: MAX_BUCKETS, min: 1, max: MAX_BUCKETS }),
      offset: numberField(offset, 'offset', { usual: 0, min: 0, max: Number.MAX_SAFE_INTEGER }),
      search: typeof search === 'string' ? search : '',
      column: typeof sortColumn === 'string' ? sortColumn : 'name',
      descending: sortOrder === 'desc',
    });
  });

  app.get('/bucket/:id', async (request) => {
    const { asCaller } = await open(request, 'storage.bucket.get');
    const bucket = await findBucket(asCaller, idOf(request));
    if (bucket === null) throw noSuchBucket();
    return bucket;
  });

  app.post('/bucket', async (request) => {
    const { asCaller, subject, settings } = await open(request, 'storage.bucket.create');
    const input = await readJson(request.body);
    const id = checkBucketName(
      typeof input.id === 'string' && input.id !== '' ? input.id : textField(input, 'name'),
    );
    if (input.type !== undefined && input.type !== null && input.type !== 'STANDARD')
      throw new StorageError('FeatureNotEnabled', 'Only buckets of the type STANDARD are offered.');
    await insertBucket(asCaller, {
      id,
      public: input.public === true,
      sizeLimit: readSizeLimit(input.file_size_limit, settings.fileSizeLimit),
      mimeTypes: readMimeTypes(input.allowed_mime_types),
      subject,
    });
    return { name: id };
  });

  app.put('/bucket/:id', async (request) => {
    const { asCaller, settings } = await open(request, 'storage.bucket.update');
    const input = await readJson(request.body);
    const done = await updateBucket(asCaller, idOf(request), {
      public: typeof input.public === 'boolean' ? input.public : undefined,
      ...(input.file_size_limit === undefined
        ? {}
        : { sizeLimit: readSizeLimit(input.file_size_limit, settings.fileSizeLimit) }),
      ...(input.allowed_mime_types === undefined
        ? {}
        : { mimeTypes: readMimeTypes(input.allowed_mime_types) }),
    });
    if (!done) throw noSuchBucket();
    return { message: 'Successfully updated' };
  });

  // Done before it is answered, batch by batch: a batch that was not reached is left, and asking again goes on with it.
  app.post('/bucket/:id/empty', async (request) => {
    const { asCaller } = await open(request, 'storage.bucket.empty');
    const id = idOf(request);
    if ((await findBucket(asCaller, id)) === null) throw noSuchBucket();
    while ((await deleteSome(asCaller, id, EMPTY_BATCH)) > 0);
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' };
  });

  app.delete('/bucket/:id', async (request) => {
    const { asCaller } = await open(request, 'storage.bucket.delete');
    const done = await deleteBucket(asCaller, idOf(request)).catch((error: unknown) => {
      if (error instanceof QueryError && error.code === '23503')
        throw new StorageError('ResourceNotEmpty', 'The bucket you tried to delete is not empty');
      throw error;
    });
    if (!done) throw noSuchBucket();
    return { message: 'Successfully deleted' };
  });
}

function idOf(request: FastifyRequest): string {
  return checkBucketName((request.params as { id: string }).id);
}
