import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type ConsoleMessage, readConsole } from './console-lines.ts';

async function heardOf(...chunks: string[]): Promise<ConsoleMessage[]> {
  const heard: ConsoleMessage[] = [];
  const stream = new PassThrough();
  readConsole(stream, 'error', (message) => heard.push(message));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await new Promise((resolve) => stream.once('end', resolve));
  return heard;
}
const told = (level: string, message: string) => ({ kind: 'console', level, message });

test('messages and other lines are told in their order, however they are cut', async () => {
  expect(
    await heardOf(
      '{"ready":tr',
      'ue}\n{"level":"warning","message":"ä"}\nfrom De',
      'no\n{"level":"loud","message":1}\n{"level":"error","thrown":true,"message":"Error: x"}\n{half',
    ),
  ).toEqual([
    { kind: 'ready' },
    told('warning', 'ä'),
    told('error', 'from Deno'),
    told('error', '{"level":"loud","message":1}'),
    { ...told('error', 'Error: x'), kind: 'error' },
    told('error', '{half'),
  ]);
});

test('a line without an end keeps its beginning and fills no memory', async () => {
  const [first, ...rest] = await heardOf(...Array.from({ length: 50 }, () => 'x'.repeat(10_000)), '\nnext\n');
  expect(first).toMatchObject({ message: `${'x'.repeat(10_000)}…` });
  expect(rest).toEqual([told('error', 'next')]);
});

test('of too much at once the rest is counted', async () => {
  const line = `${'y'.repeat(999)}\n`;
  const heard = await heardOf(...Array.from({ length: 1_000 }, () => line));
  expect(heard.length).toBeGreaterThan(200);
  expect(heard.length).toBeLessThan(600);
});
