/** What a child process tells the supervisor. */
export type ChildMessage =
  | { type: 'ready'; setupCode: string | null; note: string | null }
  | { type: 'progress'; text: string }
  | { type: 'failed'; reason: string }
  /** Nobody has needed it for a while: it may be stopped until somebody does. */
  | { type: 'idle' };

/** What the supervisor tells a child. A connection comes with its socket. */
export type SupervisorMessage = { type: 'stop' } | { type: 'connection'; mode: 'session' | 'transaction' };

/** Tells the supervisor why this process cannot go on, and ends it. */
export function giveUp(reason: string): void {
  if (!process.connected || process.send === undefined) {
    console.error(reason);
    process.exit(1);
  }
  process.send({ type: 'failed', reason } satisfies ChildMessage, undefined, undefined, () =>
    process.exit(1),
  );
}

/** Sends to the supervisor; does nothing when there is none. */
export function tellSupervisor(message: ChildMessage): void {
  if (process.connected) process.send?.(message);
}

/**
 * Calls back once when the supervisor asks for a clean end. Ctrl-C and a closed terminal reach the whole process group:
 * children leave both to the supervisor. Without its supervisor a process ends at once, as after a SIGKILL: clusters
 * live on, operations go on at the next start, and that start finds the ports free.
 */
export function onStopRequest(stop: () => void): void {
  let asked = false;
  const once = () => {
    if (asked) return;
    asked = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  process.on('SIGTERM', once);
  process.on('message', (message: SupervisorMessage) => message.type === 'stop' && once());
  process.on('disconnect', () => process.exit(1));
  if (process.send !== undefined && !process.connected) process.exit(1);
}
