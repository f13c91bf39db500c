import { describe, expect, it } from 'vitest';
import { retryLostRaces } from './lost-races.ts';
import { QueryError } from './query-error.ts';

const failure = (code: string) => new QueryError({ code, message: 'It was taken back.' });

/** Fails so many times, then gives how often it ran. */
function failing(times: number, code: string) {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs <= times) throw failure(code);
    return runs;
  };
  return { run, runs: () => runs };
}

describe('a transaction that lost a race', () => {
  it.each(['40001', '40P01'])('is run again after %s', async (code) => {
    expect(await retryLostRaces(failing(2, code).run, { tries: 3, pauseMs: 1 })).toBe(3);
  });

  it('fails as it did when it has lost too often', async () => {
    const { run, runs } = failing(9, '40001');
    await expect(retryLostRaces(run, { tries: 3, pauseMs: 1 })).rejects.toMatchObject({ code: '40001' });
    expect(runs()).toBe(3);
  });

  it('is not run again after anything else, unless that is named', async () => {
    const { run, runs } = failing(9, '23505');
    await expect(retryLostRaces(run, { tries: 3, pauseMs: 1 })).rejects.toMatchObject({ code: '23505' });
    expect(runs()).toBe(1);
    const named = {
      tries: 3,
      pauseMs: 1,
      isLost: (error: unknown) => (error as QueryError).code === '23505',
    };
    expect(await retryLostRaces(failing(1, '23505').run, named)).toBe(2);
  });

  it('is not run again for somebody who is gone', async () => {
    const { run, runs } = failing(9, '40001');
    const gone = { tries: 3, pauseMs: 1, signal: AbortSignal.abort() };
    await expect(retryLostRaces(run, gone)).rejects.toMatchObject({ code: '40001' });
    expect(runs()).toBe(1);
  });
});
