import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StorageError } from '../errors/storage-error.ts';
import { type ImageParts, renderObject } from '../images/render-object.ts';
import { parseTransformation, readTransformation, type Transformation } from '../images/transformation.ts';
import { checkRendering } from '../rules/signed-links.ts';
import { findAsCaller, findAsPublic, findBySignature } from './find-object.ts';
import { type StorageParts, targetOf } from './storage-parts.ts';

/** Images in another size or format, for whoever may download them. */
export function mountRenderings(app: FastifyInstance, parts: StorageParts & ImageParts): void {
  const render = (
    url: string,
    read: (request: FastifyRequest) => Promise<Parameters<typeof renderObject>[2]>,
  ) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        if (!request.project.project.storage.imageTransformation) throw switchedOff();
        return renderObject(request, reply, await read(request), parts);
      },
    });

  render('/render/image/authenticated/:bucket/*', async (request) => ({
    transformation: asAsked(request),
    object: await findAsCaller(parts, request, 'storage.render.image_authenticated'),
  }));
  render('/render/image/public/:bucket/*', async (request) => ({
    transformation: asAsked(request),
    object: await findAsPublic(parts, request, 'storage.render.image_public'),
  }));
  render('/render/image/sign/:bucket/*', async (request) => {
    const { bucket, key } = targetOf(request);
    const { token } = request.query as { token?: unknown };
    const text = await checkRendering(request.project.verifier, token, `${bucket}/${key}`);
    return {
      // Nothing of the address but the token counts: it says what may be seen.
      transformation: parseTransformation(text),
      object: await findBySignature(parts, request, 'storage.render.image_sign'),
    };
  });
}

function asAsked({ query }: FastifyRequest): Transformation {
  return readTransformation(query as Record<string, unknown>);
}

export function switchedOff(): StorageError {
  return new StorageError('FeatureNotEnabled', 'Image transformation is switched off in this project.');
}
