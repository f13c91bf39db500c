import { randomBytes } from 'node:crypto';
import { deployFunction, type Platform, PlatformError, readFunctionFiles } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { requireActor } from './api.ts';

/** The files of a function, its metadata and what a form adds to them. */
const BODY_LIMIT = 24 * 1024 * 1024;

/** Deploying functions and fetching their files, which are forms of several files and not JSON. */
export async function serveFunctionDeploys(
  app: FastifyInstance,
  config: Config,
  platform: Platform,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );

    scope.post<{ Params: { ref: string }; Querystring: Record<string, string | undefined> }>(
      '/v1/projects/:ref/functions/deploy',
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const actor = await requireActor(request, reply, { config, platform });
        const form = await readForm(request.headers['content-type'], request.body as Buffer | undefined);
        const files = await Promise.all(
          form.getAll('file').map(async (entry) => {
            if (typeof entry === 'string')
              throw badForm('Each "file" must be a file with its path as its name.');
            return { path: entry.name, bytes: Buffer.from(await entry.arrayBuffer()) };
          }),
        );
        const { ref } = request.params;
        const { slug, bundleOnly } = request.query;
        const input = {
          ref,
          slug,
          bundleOnly: bundleOnly === 'true',
          metadata: await metadataOf(form),
          files,
        };
        return reply.code(201).send(await deployFunction(platform.dependencies, actor, input));
      },
    );

    scope.get<{ Params: { ref: string; slug: string } }>(
      '/v1/projects/:ref/functions/:slug/body',
      async (request, reply) => {
        const actor = await requireActor(request, reply, { config, platform });
        const { function: own, files } = await readFunctionFiles(
          platform.dependencies,
          actor,
          request.params,
        );
        const boundary = `basalt-${randomBytes(16).toString('hex')}`;
        const metadata = JSON.stringify({
          entrypoint_path: own.entrypoint_path,
          name: own.name,
          slug: own.slug,
        });
        const parts = [
          part(boundary, 'name="metadata"', 'application/json', Buffer.from(metadata)),
          ...files.map(({ path, bytes }) => {
            const name = quoted(path);
            return part(boundary, `name="file"; filename="${name}"`, 'application/octet-stream', bytes, path);
          }),
          Buffer.from(`--${boundary}--\r\n`),
        ];
        reply.headers({
          'cache-control': 'no-store',
          'content-type': `multipart/form-data; boundary=${boundary}`,
        });
        return reply.send(Buffer.concat(parts));
      },
    );
  });
}

async function readForm(contentType: string | undefined, body: Buffer | undefined): Promise<FormData> {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '') || body === undefined)
    throw badForm('Send a form (multipart/form-data) with "metadata" and one "file" for each file.');
  try {
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType ?? '' },
    }).formData();
  } catch (cause) {
    throw badForm('The form cannot be read.', cause);
  }
}

/** Clients send it as a field or as a file. */
async function metadataOf(form: FormData): Promise<unknown> {
  const entry = form.get('metadata');
  if (entry === null) throw badForm('The form has no "metadata".');
  try {
    return JSON.parse(typeof entry === 'string' ? entry : await entry.text());
  } catch (cause) {
    throw badForm('"metadata" is no JSON.', cause);
  }
}

function part(boundary: string, name: string, type: string, bytes: Buffer, path?: string): Buffer {
  const lines = [
    `--${boundary}`,
    `Content-Disposition: form-data; ${name}`,
    ...(path === undefined ? [] : [`Supabase-Path: ${encodeURI(path)}`]),
    `Content-Type: ${type}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')]);
}

/** As browsers write names of files in forms. */
function quoted(path: string): string {
  return path.replaceAll('"', '%22');
}

function badForm(message: string, cause?: unknown): PlatformError {
  return new PlatformError('bad_request', message, { cause });
}
