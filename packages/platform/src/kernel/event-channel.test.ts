import { describe, expect, it, vi } from 'vitest';
import { eventChannel } from './event-channel.ts';

describe('eventChannel', () => {
  it('hands values over in order and ends', async () => {
    const channel = eventChannel<number>(() => {});
    void (async () => {
      for (const value of [1, 2, 3]) await channel.send(value);
      channel.end();
    })();
    expect(await Array.fromAsync(channel.events())).toEqual([1, 2, 3]);
  });

  it('makes the sender wait for the reader', async () => {
    const channel = eventChannel<number>(() => {});
    const taken = vi.fn();
    void channel.send(1).then(taken);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(taken).not.toHaveBeenCalled();
    const reader = channel.events();
    await reader.next();
    channel.end();
    await reader.next();
    expect(taken).toHaveBeenCalled();
  });

  it('tells when the reader leaves, and lets the sender go on', async () => {
    const abandoned = vi.fn();
    const channel = eventChannel<number>(abandoned);
    const first = channel.send(1);
    for await (const _ of channel.events()) break;
    await first;
    await channel.send(2);
    expect(abandoned).toHaveBeenCalledOnce();
  });
});
