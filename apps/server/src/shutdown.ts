import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** One part of a clean end: what happens, and how long it may take before the next phase starts anyway. */
export interface Phase {
  name: string;
  deadlineMs: number;
  run(): Promise<unknown> | unknown;
}

/** Runs phases in order. A phase that fails or takes too long is logged and left behind: the end comes in any case. */
export async function runPhases(phases: readonly Phase[], log: Logger): Promise<void> {
  for (const phase of phases) {
    const started = performance.now();
    const outcome = await Promise.race([
      Promise.resolve()
        .then(() => phase.run())
        .then(
          () => 'done' as const,
          (error: unknown) => {
            log.error({ err: error, phase: phase.name }, 'shutdown phase failed');
            return 'failed' as const;
          },
        ),
      new Promise<'late'>((resolve) => setTimeout(resolve, phase.deadlineMs, 'late').unref()),
    ]);
    const milliseconds = Math.round(performance.now() - started);
    log[outcome === 'late' ? 'warn' : 'debug'](
      { phase: phase.name, outcome, milliseconds },
      'shutdown phase',
    );
  }
}

/**
 * Takes no more requests and lets those at work finish; then hangs up on the rest, which are long queries and streams.
 * @param deadlineMs how long they may take
 */
export function finishRequests(app: FastifyInstance, deadlineMs = 3_000): Phase[] {
  return [
    { name: 'finish requests', deadlineMs, run: () => closeWhenIdle(app) },
    { name: 'hang up', deadlineMs: 1_000, run: () => app.server.closeAllConnections() },
  ];
}

/** A connection that becomes idle after the server closed would stay open until its client lets go. */
async function closeWhenIdle(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), 20);
  await app.close().finally(() => clearInterval(timer));
}
