import fs from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

// What a process does that outlives it: with files, on connections to a database, and the answer. Each is a step at which it can be
// told to die, so that the product need not know of any.

let steps: string[] | null = null;
let dieAt = Number.POSITIVE_INFINITY;

/** Counts steps from now on, and dies by SIGKILL just before the one with this number. */
export function countSteps(killAt: number): void {
  steps = [];
  dieAt = killAt;
}

/** What was done since. */
export function stepsDone(): string[] {
  const done = steps ?? [];
  steps = null;
  return done;
}

function reached(step: string): void {
  if (steps === null) return;
  if (steps.push(step) > dieAt) process.kill(process.pid, 'SIGKILL');
}

type Methods<T> = { [K in keyof T]: T[K] };
type AnyFunction = (this: unknown, ...given: unknown[]) => unknown;

function before<T extends object>(
  target: T,
  name: keyof Methods<T> & string,
  step: (given: unknown[], self: unknown) => string | null,
): void {
  const real = target[name] as AnyFunction;
  Object.assign(target, {
    [name](this: unknown, ...given: unknown[]) {
      const told = step(given, this);
      if (told !== null) reached(told);
      return real.apply(this, given);
    },
  });
}

export async function watchSteps(): Promise<void> {
  const handle = await fs.open('/dev/null');
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  for (const name of ['write', 'writev', 'writeFile', 'datasync', 'sync', 'truncate'] as const)
    before(handles, name, () => name);
  for (const name of ['rename', 'link', 'rm', 'unlink', 'utimes'] as const) before(fs, name, () => name);
  before(fs, 'open', ([, flags]) => {
    const writes = typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /w/.test(String(flags));
    return writes ? 'create' : null;
  });
  syncBuiltinESMExports();
  before(ServerResponse.prototype, 'writeHead', () => 'answer');
  const send = Socket.prototype.write as AnyFunction;
  Object.assign(Socket.prototype, {
    write(this: Socket, ...given: unknown[]) {
      // Databases are reached by sockets in the file system; clients are not.
      const isDatabase = this.remoteAddress === undefined && this.localAddress === undefined;
      if (isDatabase) reached('statement');
      const sent = send.apply(this, given);
      // The server has it, and nobody has heard of how that ended.
      if (isDatabase) reached('statement sent');
      return sent;
    },
  });
}
