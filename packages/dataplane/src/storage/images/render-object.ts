import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeHeaders } from '../download/send-object.ts';
import { noSuchKey, StorageError } from '../errors/storage-error.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import type { ObjectRow } from '../metadata/objects.ts';
import { isNotModified } from '../rules/ranges.ts';
import type { ImageWorkers } from './image-workers.ts';
import { type RenderedFiles, renderedName } from './rendered-files.ts';
import {
  formatFor,
  type ImageFormat,
  imageFormatOf,
  type Transformation,
  transformationText,
} from './transformation.ts';

export interface ImageParts {
  files: ObjectFiles;
  workers: ImageWorkers;
  rendered: RenderedFiles;
}

/** Larger originals are not rendered. */
const MAX_ORIGINAL_BYTES = 25 * 1024 * 1024;
const HEAD_BYTES = 16;

/**
 * Sends an image as it is wanted. What was rendered once is kept; whether the caller may see it has been asked before.
 * @throws {StorageError} NoSuchKey, InvalidRequest when it is no image, SlowDown
 */
export async function renderObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { object, transformation }: { object: ObjectRow; transformation: Transformation },
  { files, workers, rendered }: ImageParts,
): Promise<FastifyReply> {
  const { ref } = request.project.project;
  const version = object.version ?? '';
  const source = await sourceFormat(files, ref, version);
  const format = formatFor(source, request.headers.accept, transformation);
  const name = renderedName(version, transformationText(transformation), format);
  const etag = `"${name.slice(0, 32)}"`;
  const modified = describeHeaders(request, reply, object, etag);
  reply.header('vary', 'accept');
  if (isNotModified(request.headers, { etag, modified })) return reply.code(304).send();
  const kept = await rendered.read(ref, name);
  const bytes =
    kept ??
    (await workers.render(ref, async () => ({
      bytes: await readAll(files, ref, version),
      transformation,
      format,
    })));
  if (kept === null) await rendered.keep(ref, name, bytes);
  return reply.header('content-type', `image/${format}`).send(bytes);
}

/** What the first bytes tell. @throws {StorageError} NoSuchKey, InvalidRequest */
async function sourceFormat(files: ObjectFiles, ref: string, version: string): Promise<ImageFormat> {
  const file = await files.open(ref, version);
  if (file === null) throw noSuchKey();
  if (file.size > MAX_ORIGINAL_BYTES) {
    await file.close();
    throw new StorageError('InvalidRequest', 'Images of more than 25 MB are not transformed.');
  }
  const head = await buffer(file.stream({ start: 0, end: Math.max(0, Math.min(HEAD_BYTES, file.size) - 1) }));
  const format = imageFormatOf(head);
  if (format !== null) return format;
  throw new StorageError('InvalidRequest', 'The object is no JPEG, PNG, WebP, GIF, AVIF or TIFF image.');
}

async function readAll(files: ObjectFiles, ref: string, version: string): Promise<Buffer> {
  const file = await files.open(ref, version);
  if (file === null) throw noSuchKey();
  return buffer(file.stream(null));
}
