import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSaver } from './saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server with one text, and somebody who writes it. */
function world() {
  const server = { text: 'old', version: 1, isDown: false, saves: 0 };
  let text = 'old';
  const saver = createSaver<string, string>({
    version: 1,
    delay: 1_000,
    read: () => text,
    save: async (value, version) => {
      server.saves += 1;
      if (server.isDown) throw new Error('down');
      if (version !== server.version) throw { current: server.text };
      server.text = value;
      server.version += 1;
      return { version: server.version };
    },
    conflictOf: (error) => (error as { current?: string }).current ?? null,
    retryIn: (_, failures) => failures * 5_000,
    onState: () => {},
  });
  const write = (next: string) => {
    text = next;
    saver.changed();
  };
  return { server, saver, write };
}

it('saves once, a second after the last change', async () => {
  const { server, write } = world();
  write('a');
  await vi.advanceTimersByTimeAsync(600);
  write('ab');
  await vi.advanceTimersByTimeAsync(999);
  expect(server.saves).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(server).toMatchObject({ text: 'ab', saves: 1 });
});

it('comes back by itself when the server does', async () => {
  const { server, saver, write } = world();
  server.isDown = true;
  write('kept');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saver.state().phase).toBe('failed');
  server.isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(server.text).toBe('kept');
  expect(saver.state().phase).toBe('idle');
});

it('never overwrites what somebody else saved', async () => {
  const { server, saver, write } = world();
  server.version = 7;
  server.text = 'theirs';
  write('mine');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.text).toBe('theirs');
  expect(saver.state()).toMatchObject({ phase: 'conflict', current: 'theirs' });
  saver.settle(7);
  write('mine on top of theirs');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.text).toBe('mine on top of theirs');
});

it('saves what is left when it is closed', async () => {
  const { server, saver, write } = world();
  write('last words');
  saver.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.text).toBe('last words');
});
