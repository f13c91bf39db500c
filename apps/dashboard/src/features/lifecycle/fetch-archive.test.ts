import { describe, expect, test } from 'vitest';
import { type Archive, fetchArchive } from './fetch-archive.ts';

const ready: Archive = { fileUrl: '/archive.tar', fileStatus: 'ready', error: null };
const running: Archive = { fileUrl: null, fileStatus: 'running', error: null };
const failed: Archive = { fileUrl: null, fileStatus: 'failed', error: 'The disk is full.' };

/** Answers reads in turn (`offline` throws), and writes down what was asked for. */
function source(reads: Array<Archive | null | 'offline'>, created: Archive | Error = running) {
  const log: string[] = [];
  return {
    log,
    read: async () => {
      log.push('read');
      const next = reads.shift();
      if (next === undefined || next === 'offline') throw new Error('offline');
      return next;
    },
    create: async () => {
      log.push('create');
      if (created instanceof Error) throw created;
      return created;
    },
    wait: async () => void log.push('wait'),
    onCreated: async () => void log.push('toast'),
  };
}

describe('fetchArchive', () => {
  test.each<[string, ReturnType<typeof source>, string]>([
    ['one that is there is taken at once', source([ready]), 'read'],
    ['one that is made is waited for', source([running, running, ready]), 'read toast wait read wait read'],
    ['without one, one is made', source([null, running, ready]), 'read create toast wait read wait read'],
    ['one that is made at once', source([null], ready), 'read create'],
    ['one that failed earlier is made again', source([failed, ready]), 'read create toast wait read'],
    [
      'a lost connection is waited out',
      source([null, 'offline', null, ready]),
      'read create toast wait read wait read wait read',
    ],
  ])('%s', async (_, given, log) => {
    await expect(fetchArchive(given)).resolves.toEqual({ url: '/archive.tar' });
    expect(given.log.join(' ')).toBe(log);
  });

  test.each<[string, ReturnType<typeof source>, RegExp]>([
    ['a first look that fails', source(['offline']), /offline/],
    ['a refusal to make one', source([null], new Error('There is no storage.')), /There is no storage/],
  ])('%s is told', async (_, given, message) => {
    await expect(fetchArchive(given)).rejects.toThrow(message);
  });

  test('a failure on the way ends the waiting', async () => {
    await expect(fetchArchive(source([null, running, failed]))).resolves.toEqual({
      failure: 'The disk is full.',
    });
  });
});
