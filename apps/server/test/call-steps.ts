import { AsyncLocalStorage } from 'node:async_hooks';
import { ChildProcess, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs/promises';
import { type IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

// What the platform process does for one call that outlives it: with files, by other programs, in its database, and the answer.
// Each is a step before which it can be told to die, so that the product need not know of any. What it does for itself meanwhile
// is not counted.

interface Counted {
  steps: string[];
  killBefore: number;
}

const current = new AsyncLocalStorage<Counted>();
let next: Counted | null = null;
let last: string[] = [];

/** Counts the steps of the next call that is no GET, and dies by SIGKILL just before the one with this number. */
export function countSteps(killBefore: number | null): void {
  next = { steps: [], killBefore: killBefore ?? Number.POSITIVE_INFINITY };
}

/** Those of the call that was counted last. */
export function stepsDone(): string[] {
  return last;
}

function reached(step: string): void {
  const counted = current.getStore();
  if (counted === undefined) return;
  if (counted.steps.push(step) > counted.killBefore) process.kill(process.pid, 'SIGKILL');
}

type AnyFunction = (this: unknown, ...given: unknown[]) => unknown;

function around<T extends object>(
  target: T,
  name: keyof T & string,
  step: (given: unknown[]) => string | null,
  sent: (given: unknown[]) => string | null = () => null,
): void {
  const real = target[name] as AnyFunction;
  Object.assign(target, {
    [name](this: unknown, ...given: unknown[]) {
      const told = step(given);
      if (told !== null) reached(told);
      const result = real.apply(this, given);
      const after = sent(given);
      if (after !== null) reached(after);
      return result;
    },
  });
}

/** What a statement changes, in short; null: it only reads. */
function changeOf([query]: unknown[]): string | null {
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text;
  const [, change, table] =
    /^\s*(insert into|update|delete from|commit|rollback)\b\s*("?\w*"?)/i.exec(text ?? '') ?? [];
  return change === undefined ? null : `${change} ${table ?? ''}`.trim();
}

for (const name of ['writeFile', 'rename', 'rm', 'utimes'] as const)
  around(fs, name, ([at]) => `${name} ${path.basename(String(at)).replace(/[0-9a-f-]{36,64}/, '…')}`);
syncBuiltinESMExports();
around(ChildProcess.prototype as unknown as { spawn: AnyFunction }, 'spawn', ([options]) => {
  const { args } = options as SpawnOptions & { args: string[] };
  return `run ${args.find((word) => ['cache', 'info'].includes(word)) ?? path.basename(args[0] ?? '')}`;
});
const { Client } = createRequire(import.meta.resolve('@basalt/platform'))('pg') as {
  Client: { prototype: { query: AnyFunction } };
};
around(Client.prototype, 'query', changeOf, (given) => {
  const change = changeOf(given);
  // The server has it, and nobody has heard of how that ended. Insertions are all followed by something in the same transaction.
  return change === null || change.startsWith('insert') ? null : `${change}, sent`;
});
around(ServerResponse.prototype, 'end', () => 'answer');

const emit = Server.prototype.emit as AnyFunction;
Object.assign(Server.prototype, {
  emit(this: Server, event: string, ...given: unknown[]) {
    const isCounted = event === 'request' && next !== null && (given[0] as IncomingMessage).method !== 'GET';
    if (!isCounted || next === null) return emit.call(this, event, ...given);
    const counted = next;
    next = null;
    last = counted.steps;
    return current.run(counted, () => emit.call(this, event, ...given));
  },
});
