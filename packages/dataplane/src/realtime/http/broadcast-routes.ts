import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerContext } from '../../caller/request-context.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import { findIdentity, projectKeys } from '../callers/find-caller.ts';
import { writePermission } from '../channels/policies.ts';
import { RealtimeError } from '../realtime-error.ts';
import { TOPIC_PREFIX } from '../topic.ts';
import { readBatch, readOne } from './read-body.ts';

export interface BroadcastTarget {
  /** Runs while the project is kept open. */
  withProject<T>(
    request: FastifyRequest,
    work: (project: {
      pipeline: Parameters<typeof writePermission>[0];
      /** Settled when other gateways have it too, false if they could not be told; null where there are none. */
      broadcast(broadcast: Broadcast): Promise<boolean> | null;
    }) => Promise<T>,
  ): Promise<T>;
}

/** Broadcasts over HTTP: many at once, or one of which the body is the payload. */
export function mountBroadcasts(app: FastifyInstance, target: BroadcastTarget): void {
  app.post('/api/broadcast', async (request, reply) => {
    await send(
      request,
      target,
      readBatch(request.body as Buffer | undefined, request.project.project.realtime.payloadBytes),
    );
    return accepted(reply);
  });
  app.post('/api/broadcast/:topic/events/:event', async (request, reply) => {
    const { topic, event } = request.params as { topic: string; event: string };
    const query = request.query as { private?: unknown };
    const broadcast = readOne({
      topic,
      event,
      isPrivate: query.private === 'true',
      contentType: request.headers['content-type'],
      payloadBytes: request.project.project.realtime.payloadBytes,
      body: request.body as Buffer | undefined,
    });
    await send(request, target, [broadcast]);
    return accepted(reply);
  });
}

/** Those that the policies do not allow are left out, and nobody learns of it: to say so would tell who listens. */
async function send(
  request: FastifyRequest,
  target: BroadcastTarget,
  broadcasts: readonly Broadcast[],
): Promise<void> {
  const { caller, project, url } = request.project;
  const identity = await findIdentity(caller, projectKeys(project));
  request.project.noteRole(identity.role);
  const context = callerContext(identity, { method: request.method, url, headers: request.headers });
  await target.withProject(request, async ({ pipeline, broadcast }) => {
    const may = new Map<string, boolean>();
    for (const { topic, isPrivate } of broadcasts)
      if (isPrivate && !may.has(topic))
        may.set(topic, await writePermission(pipeline, context, topic, 'broadcast'));
    const takesPublic = !project.realtime.privateOnly;
    const told = broadcasts.map((each) =>
      (each.isPrivate ? may.get(each.topic) : takesPublic) ? broadcast(withoutPrefix(each)) : null,
    );
    if ((await Promise.all(told)).includes(false))
      throw new RealtimeError(
        'DatabaseLackOfConnections',
        'Not everybody could be reached. Send it again in a moment.',
      );
  });
}

/** Older clients name the topic as it is on the socket. */
function withoutPrefix(broadcast: Broadcast): Broadcast {
  const { topic } = broadcast;
  return topic.startsWith(TOPIC_PREFIX)
    ? { ...broadcast, topic: topic.slice(TOPIC_PREFIX.length) }
    : broadcast;
}

function accepted(reply: FastifyReply): FastifyReply {
  return reply.code(202).send();
}
