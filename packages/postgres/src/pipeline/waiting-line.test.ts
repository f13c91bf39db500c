import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PipelineBusyError } from './pipeline-busy-error.ts';
import { WaitingLine, type Work } from './waiting-line.ts';

function waiter(): Work & { readonly refusals: unknown[] } {
  const refusals: unknown[] = [];
  return { start: () => {}, refuse: (error) => void refusals.push(error), refusals };
}

describe('WaitingLine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is first come, first served', () => {
    const line = new WaitingLine(100);
    const works = [waiter(), waiter(), waiter()];
    for (const work of works) line.add(work, undefined);
    expect([line.shift(), line.shift(), line.shift(), line.shift()]).toEqual([...works, undefined]);
    vi.advanceTimersByTime(1000);
    expect(works.flatMap(({ refusals }) => refusals)).toEqual([]);
  });

  it('refuses each after its own time', () => {
    const line = new WaitingLine(100);
    const [early, late] = [waiter(), waiter()];
    line.add(early, undefined);
    vi.advanceTimersByTime(60);
    line.add(late, undefined);
    vi.advanceTimersByTime(50);
    expect(early.refusals).toEqual([expect.any(PipelineBusyError)]);
    expect(late.refusals).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(late.refusals).toMatchObject([{ code: '53300' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets go of who is called off, and of nobody else', () => {
    const line = new WaitingLine(100);
    const controller = new AbortController();
    const [first, second] = [waiter(), waiter()];
    line.add(first, controller.signal);
    line.add(second, undefined);
    controller.abort();
    expect(first.refusals).toMatchObject([{ code: '57014' }]);
    expect(line.length).toBe(1);
    expect(line.shift()).toBe(second);
  });

  it('does not hear the signal of who was served', () => {
    const line = new WaitingLine(100);
    const controller = new AbortController();
    const work = waiter();
    line.add(work, controller.signal);
    line.shift();
    controller.abort();
    expect(work.refusals).toEqual([]);
  });
});
