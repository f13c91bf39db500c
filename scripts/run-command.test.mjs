import { expect, it, vi } from 'vitest';
import { runCommand } from './run-command.mjs';

const run = (script, timeout = 20_000) => runCommand('/bin/sh', ['-c', script], { timeout });

it('gives the code and everything that was printed', async () => {
  const result = await run('echo out; echo err >&2; exit 3');
  expect(result).toMatchObject({ code: 3, timedOut: false });
  expect(result.output).toContain('out');
  expect(result.output).toContain('err');
});

it('says why a program cannot be started', async () => {
  const result = await runCommand('/no/such/program', [], { timeout: 1_000 });
  expect(result.code).toBe(127);
  expect(result.output).toContain('ENOENT');
});

it('ends a program that takes too long, with everything it has started', async () => {
  const result = await run('sleep 300 & echo "child $!"; wait', 300);
  expect(result.timedOut).toBe(true);
  const child = Number(/child (\d+)/.exec(result.output)?.[1]);
  // It is gone as soon as whoever adopted it has taken note of its end.
  await vi.waitFor(() => expect(() => process.kill(child, 0)).toThrow('ESRCH'), 10_000);
});

it('does not wait for what a program leaves behind', async () => {
  const result = await run('sleep 30 & echo "child $!"');
  process.kill(Number(/child (\d+)/.exec(result.output)?.[1]));
  expect(result.code).toBe(0);
});
