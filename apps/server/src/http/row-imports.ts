import { Readable } from 'node:stream';
import { importTable, type Platform } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { requireActor } from './api.ts';
import { allowLongUpload } from './long-uploads.ts';

interface Params {
  ref: string;
  id: string;
}

/**
 * Files that are imported into tables while they come: they may be larger than any other body and take longer. The answer is a line of
 * JSON for each event. Closing the connection ends the import, and nothing of it stays.
 */
export async function serveRowImports(
  app: FastifyInstance,
  config: Config,
  platform: Platform,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const path = '/platform/projects/:ref/tables/:id/import';
    scope.post<{ Params: Params; Querystring: Record<string, string> }>(path, async (request, reply) => {
      const actor = await requireActor(request, reply, { config, platform });
      const gone = new AbortController();
      const endUpload = allowLongUpload(request.raw.socket);
      reply.raw.once('close', () => {
        gone.abort();
        endUpload();
      });
      const events = await importTable(
        platform.dependencies,
        actor,
        { ...request.query, ...request.params },
        request.raw,
        gone.signal,
      ).catch((error: unknown) => {
        // Whoever is sending does not read a refusal before the end.
        request.raw.resume();
        throw error;
      });
      reply.headers({ 'cache-control': 'no-store', 'content-type': 'application/x-ndjson; charset=utf-8' });
      return reply.send(Readable.from(lines(events)));
    });
  });
}

async function* lines(events: AsyncGenerator<unknown>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`;
}
