import type { RealtimeCounts, RequestLog } from '@basalt/dataplane';
import type { FastifyInstance } from 'fastify';
import { cameByDoor } from './came-by-door.ts';
import { LINES_PATH, type Lines } from './pass-lines.ts';

const MOST_BYTES = 32 * 1024 * 1024;
const MOST_SOURCES = 1_000;

/** Takes what gateways of other machines tell the logs. To be called before the gateway listens. */
export function takeLines(
  gateway: FastifyInstance,
  {
    requestLog,
    realtimeCounts,
  }: { requestLog: Pick<RequestLog, 'add' | 'noteKey'>; realtimeCounts: Pick<RealtimeCounts, 'add'> },
): void {
  const taken = new Map<string, number>();
  gateway.post(LINES_PATH, async (request, reply) => {
    if (!cameByDoor(request.raw.socket)) {
      reply.callNotFound();
      return reply;
    }
    const { source, number, requests, keys, realtime } = await readLines(request.raw);
    if ((taken.get(source) ?? 0) < number) {
      for (const [ref, entry] of requests) if (isRef(ref)) requestLog.add(ref, entry);
      for (const [ref, hash] of keys) if (isRef(ref)) requestLog.noteKey(ref, hash);
      for (const [ref, count] of realtime) if (isRef(ref)) realtimeCounts.add(ref, count);
      taken.delete(source);
      taken.set(source, number);
      if (taken.size > MOST_SOURCES) taken.delete(taken.keys().next().value ?? '');
    }
    return reply.code(204).send();
  });
}

async function readLines(message: AsyncIterable<Buffer>): Promise<Lines> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('A gateway of another machine told too much at once.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as Lines;
}

/** It names a folder. */
function isRef(ref: unknown): ref is string {
  return typeof ref === 'string' && /^[a-z]{20}$/.test(ref);
}
