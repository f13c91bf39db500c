import { Readable } from 'node:stream';
import { openBackupFile, type Platform } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { requireActor } from './api.ts';

interface Params {
  ref: string;
  id: string;
}

/**
 * Files that were written for download, for whoever may have them: an ordinary link of the dashboard, with the session and no
 * secret in it. What broke off can be gone on with.
 */
export function serveBackupFiles(app: FastifyInstance, config: Config, platform: Platform): void {
  app.get<{ Params: Params }>('/platform/database/:ref/backups/files/:id', async (request, reply) => {
    const { ref, id } = request.params;
    const actor = await requireActor(request, reply, { config, platform });
    const file = await openBackupFile(platform.dependencies, actor, ref, id);
    reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'no-store', etag: `"${id}"` });
    const condition = request.headers['if-range'];
    const asked = condition === undefined || condition === `"${id}"` ? request.headers.range : undefined;
    const range = parseRange(asked, file.bytes);
    if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
    reply.headers({
      'content-type': file.type,
      'content-disposition': `attachment; filename="${file.name}"`,
      'content-length': range === null ? file.bytes : range.end - range.start + 1,
    });
    if (range !== null)
      reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const content = await file.read(range?.start ?? 0);
    return reply.send(range === null ? content : first(content, range.end - range.start + 1));
  });
}

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a Range header asks for. Null: everything, also when it asks for several parts or makes no sense, which servers may
 * ignore. `beyond`: nothing of what it asks for is there.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | 'beyond' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'beyond' : { start: size - count, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'beyond';
  return end < start ? null : { start, end };
}

/** The first bytes of a stream. It is closed then. */
export function first(content: Readable, count: number): Readable {
  return Readable.from(part(content, count), { objectMode: false });
}

async function* part(content: Readable, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (chunk.length > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}
