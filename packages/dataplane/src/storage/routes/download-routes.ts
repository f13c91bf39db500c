import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendObject } from '../download/send-object.ts';
import { StorageError } from '../errors/storage-error.ts';
import { readTransformation, type Transformation, transformationText } from '../images/transformation.ts';
import { type ObjectRow, visibleKeys } from '../metadata/objects.ts';
import { checkBucketName, isKey } from '../rules/names.ts';
import { checkDownload, signDownload, signRendering } from '../rules/signed-links.ts';
import { numberField, readJson } from '../upload/read-json.ts';
import { findAsCaller, findAsPublic, findBySignature } from './find-object.ts';
import { switchedOff } from './render-routes.ts';
import { type StorageParts, targetOf } from './storage-parts.ts';
import { pathOf } from './upload-routes.ts';

const MAX_PATHS = 1_000;
const MAX_SECONDS = 10 * 365 * 86_400;

export function mountDownloads(app: FastifyInstance, parts: StorageParts): void {
  const { files, open } = parts;
  const asCaller = (request: FastifyRequest, operation: string) => findAsCaller(parts, request, operation);
  const asPublic = (request: FastifyRequest, operation: string) => findAsPublic(parts, request, operation);
  const bySignature = async (request: FastifyRequest) => {
    const { bucket, key } = targetOf(request);
    const { token } = request.query as { token?: unknown };
    await checkDownload(request.project.verifier, token, `${bucket}/${key}`);
    return findBySignature(parts, request, 'storage.object.get_signed');
  };
  const get = (url: string, find: (request: FastifyRequest) => Promise<ObjectRow>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request: FastifyRequest, reply: FastifyReply) =>
        sendObject(request, reply, await find(request), files),
    });
  const info = (url: string, find: (request: FastifyRequest) => Promise<ObjectRow>) =>
    app.route({ method: ['GET', 'HEAD'], url, handler: async (request) => describe(await find(request)) });

  for (const url of ['/object/:bucket/*', '/object/authenticated/:bucket/*'])
    get(url, (request) => asCaller(request, 'storage.object.get_authenticated'));
  get('/object/public/:bucket/*', (request) => asPublic(request, 'storage.object.get_public'));
  get('/object/sign/:bucket/*', bySignature);
  for (const url of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*'])
    info(url, (request) => asCaller(request, 'storage.object.info_authenticated'));
  info('/object/info/public/:bucket/*', (request) => asPublic(request, 'storage.object.info_public'));

  app.post('/object/sign/:bucket/*', async (request) => {
    const { seconds, transformation } = await readWish(request);
    const { bucket, key } = targetOf(request);
    await asCaller(request, 'storage.object.sign');
    if (transformation === null) return { signedURL: await linkTo(request, bucket, key, seconds) };
    if (!request.project.project.storage.imageTransformation) throw switchedOff();
    const token = await signRendering(
      request.project.project,
      `${bucket}/${key}`,
      transformationText(transformation),
      seconds,
    );
    return { signedURL: `/render/image/sign/${bucket}/${pathOf(key)}?token=${token}` };
  });
  app.post('/object/sign/:bucket', async (request) => {
    const sql = await open(request, 'storage.object.sign_many');
    const bucket = checkBucketName((request.params as { bucket: string }).bucket);
    const { seconds, paths } = await readWish(request);
    if (!Array.isArray(paths) || paths.length > MAX_PATHS || !paths.every((one) => typeof one === 'string'))
      throw new StorageError('InvalidParameter', `paths must be a list of at most ${MAX_PATHS} texts`);
    const keys = paths as string[];
    const seen = await visibleKeys(sql.asCaller, bucket, keys.filter(isKey));
    return Promise.all(
      keys.map(async (key) =>
        seen.has(key)
          ? { path: key, signedURL: await linkTo(request, bucket, key, seconds), error: null }
          : {
              path: key,
              signedURL: null,
              error: 'Either the object does not exist or you do not have access to it',
            },
      ),
    );
  });
}

async function linkTo(
  { project }: FastifyRequest,
  bucket: string,
  key: string,
  seconds: number,
): Promise<string> {
  const token = await signDownload(project.project, `${bucket}/${key}`, seconds);
  return `/object/sign/${bucket}/${pathOf(key)}?token=${token}`;
}

async function readWish(request: FastifyRequest): Promise<{
  seconds: number;
  paths: unknown;
  transformation: Transformation | null;
}> {
  const { expiresIn, paths, transform } = await readJson(request.body);
  if (expiresIn === undefined || expiresIn === null)
    throw new StorageError('MissingParameter', 'Missing Required Parameter expiresIn');
  return {
    seconds: numberField(expiresIn, 'expiresIn', { usual: 1, min: 1, max: MAX_SECONDS }),
    paths,
    transformation:
      typeof transform === 'object' && transform !== null && Object.keys(transform).length > 0
        ? readTransformation({ ...transform })
        : null,
  };
}

function describe({
  id,
  name,
  version,
  bucket_id,
  metadata,
  user_metadata,
  updated_at,
  created_at,
}: ObjectRow) {
  const { size, mimetype, cacheControl, eTag, lastModified } = metadata ?? {};
  return {
    id,
    name,
    version,
    bucket_id,
    size: size ?? null,
    content_type: mimetype ?? null,
    cache_control: cacheControl ?? null,
    etag: eTag ?? null,
    metadata: user_metadata ?? {},
    last_modified: lastModified ?? updated_at,
    created_at,
  };
}
