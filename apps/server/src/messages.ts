/** What a child process tells the supervisor. */
export type ChildMessage =
  | { type: 'ready'; setupCode: string | null; note: string | null }
  | { type: 'progress'; text: string }
  | { type: 'failed'; reason: string };

/** What the supervisor tells a child. */
export type SupervisorMessage = { type: 'stop' };

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
 * Calls back once when the supervisor asks for a clean end (`stop`), or is gone itself (`orphaned`). Ctrl-C reaches
 * the whole process group: children leave it to the supervisor.
 */
export function onSupervisor(ended: (why: 'stop' | 'orphaned') => void): void {
  let called = false;
  const once = (why: 'stop' | 'orphaned') => {
    if (called) return;
    called = true;
    ended(why);
  };
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => once('stop'));
  process.on('message', (message: SupervisorMessage) => message.type === 'stop' && once('stop'));
  process.on('disconnect', () => once('orphaned'));
}
