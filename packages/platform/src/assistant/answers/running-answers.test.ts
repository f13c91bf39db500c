import { expect, test } from 'vitest';
import { MemoryRunningAnswers } from './running-answers.ts';

test('who stops an answer before it is written waits until what was asked is kept', async () => {
  const answers = new MemoryRunningAnswers(() => {});
  const reserved = answers.reserve('chat');
  const done: string[] = [];
  const stopping = answers.stop('chat').then(() => done.push('stopped'));
  await new Promise((resolve) => setImmediate(resolve));
  reserved.write(async (_tell, signal) => {
    done.push(signal.aborted ? 'kept as stopped' : 'kept');
  });
  await stopping;
  expect(done).toEqual(['kept as stopped', 'stopped']);
  expect(answers.isRunning('chat')).toBe(false);
});

test('who stops an answer that is refused before it is written hears of its end', async () => {
  const answers = new MemoryRunningAnswers(() => {});
  const reserved = answers.reserve('chat');
  const stopping = answers.stop('chat');
  reserved.release();
  expect(await stopping).toBe(true);
  expect(await answers.stop('chat')).toBe(false);
});
