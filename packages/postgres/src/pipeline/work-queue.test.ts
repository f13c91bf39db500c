import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PipelineBusyError } from './pipeline-busy-error.ts';
import { type Work, WorkQueue } from './work-queue.ts';

function waiter(): Work & { readonly refusals: unknown[] } {
  const refusals: unknown[] = [];
  return { start: () => {}, refuse: (error) => void refusals.push(error), refusals };
}

describe('WorkQueue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is first come, first served', () => {
    const queue = new WorkQueue(100);
    const works = [waiter(), waiter(), waiter()];
    for (const work of works) queue.add(work, undefined);
    expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([...works, undefined]);
    vi.advanceTimersByTime(1000);
    expect(works.flatMap(({ refusals }) => refusals)).toEqual([]);
  });

  it('refuses each after its own time', () => {
    const queue = new WorkQueue(100);
    const [early, late] = [waiter(), waiter()];
    queue.add(early, undefined);
    vi.advanceTimersByTime(60);
    queue.add(late, undefined);
    vi.advanceTimersByTime(50);
    expect(early.refusals).toEqual([expect.any(PipelineBusyError)]);
    expect(late.refusals).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(late.refusals).toMatchObject([{ code: '53300' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets go of who is called off, and of nobody else', () => {
    const queue = new WorkQueue(100);
    const controller = new AbortController();
    const [first, second] = [waiter(), waiter()];
    queue.add(first, controller.signal);
    queue.add(second, undefined);
    controller.abort();
    expect(first.refusals).toMatchObject([{ code: '57014' }]);
    expect(queue.length).toBe(1);
    expect(queue.shift()).toBe(second);
  });

  it('does not hear the signal of who was served', () => {
    const queue = new WorkQueue(100);
    const controller = new AbortController();
    const work = waiter();
    queue.add(work, controller.signal);
    queue.shift();
    controller.abort();
    expect(work.refusals).toEqual([]);
  });
});
