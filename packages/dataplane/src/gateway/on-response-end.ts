import type { FastifyReply } from 'fastify';

/**
 * Calls `over` once when a request is at its end: its answer was sent (`true`), or there is nobody left to send it to. The web
 * server's own hook says nothing of a client that went away before its answer.
 */
export function onResponseEnd(
  { raw: response }: Pick<FastifyReply, 'raw'>,
  over: (answered: boolean) => void,
): void {
  let isOver = false;
  const end = (answered: boolean) => {
    if (isOver) return;
    isOver = true;
    over(answered);
  };
  // Not `once`, which wraps: both come once at most, and are heard by every request.
  response.on('finish', () => end(true));
  response.on('close', () => end(response.writableFinished));
}
