import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageEncoder } from './message-encoder.ts';

type Value = string | Buffer | null;
type Call = { parse: string } | { bind: Value[] } | 'execute' | { close: string } | 'sync';

/** Reads messages as the protocol describes them, independently of how they were built. */
function decode(bytes: Buffer): Call[] {
  const calls: Call[] = [];
  let at = 0;
  const int16 = () => {
    at += 2;
    return bytes.readUInt16BE(at - 2);
  };
  const int32 = () => {
    at += 4;
    return bytes.readInt32BE(at - 4);
  };
  const text = () => {
    const end = bytes.indexOf(0, at);
    const found = bytes.toString('utf8', at, end);
    at = end + 1;
    return found;
  };
  const value = () => {
    const size = int32();
    if (size < 0) return null;
    at += size;
    return bytes.toString('utf8', at - size, at);
  };
  while (at < bytes.length) {
    const type = String.fromCharCode(bytes.readUInt8(at));
    at += 1;
    const end = at + int32();
    if (type === 'P') {
      calls.push({ parse: `${text()}:${text()}` });
      expect(int16()).toBe(0);
    } else if (type === 'B') {
      expect(text()).toBe('');
      expect(text()).toBe('name');
      expect(int16()).toBe(0);
      calls.push({ bind: Array.from({ length: int16() }, value) });
      expect(int16()).toBe(0);
    } else if (type === 'E') {
      expect([text(), int32()]).toEqual(['', 0]);
      calls.push('execute');
    } else if (type === 'C') {
      expect(bytes.readUInt8(at)).toBe('S'.charCodeAt(0));
      at += 1;
      calls.push({ close: text() });
    } else {
      expect(type).toBe('S');
      calls.push('sync');
    }
    expect(at).toBe(end);
  }
  return calls;
}

function encode(encoder: MessageEncoder, call: Call): void {
  if (call === 'execute') encoder.execute();
  else if (call === 'sync') encoder.sync();
  else if ('bind' in call) encoder.bind('name', call.bind);
  else if ('close' in call) encoder.closeStatement(call.close);
  else encoder.parse('name', call.parse);
}

function expected(call: Call): Call {
  if (typeof call !== 'object') return call;
  if ('parse' in call) return { parse: `name:${call.parse}` };
  if ('bind' in call) return { bind: call.bind.map((value) => value?.toString() ?? null) };
  return call;
}

const withoutNul = (text: string) => !text.includes('\0');
// Lengths around every limit inside: what is copied, what is a piece of its own, what fills a page.
const long = fc
  .tuple(fc.constantFrom('x', 'é', '漢', '😀'), fc.constantFrom(1, 2047, 2048, 2049, 6000, 40_000))
  .map(([character, count]) => character.repeat(count));
const text = fc.oneof(fc.string({ unit: 'grapheme' }).filter(withoutNul), long);
const value = fc.oneof(
  text,
  text.map((found) => Buffer.from(found)),
  fc.constant(null),
);
const anyCall: fc.Arbitrary<Call> = fc.oneof(
  text.map((parse) => ({ parse })),
  fc.array(value, { maxLength: 8 }).map((bind) => ({ bind })),
  fc.constantFrom<Call>('execute', 'sync', { close: 'old' }),
);

describe('MessageEncoder', () => {
  it('builds what the protocol asks for, whatever the sizes and however often it is emptied', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyCall, { maxLength: 20 }), { maxLength: 5 }), (rounds) => {
        const encoder = new MessageEncoder();
        const taken: Buffer[] = [];
        for (const calls of rounds) {
          for (const call of calls) encode(encoder, call);
          taken.push(...encoder.take());
        }
        // All at the end: what was taken must not change while more is built.
        expect(decode(Buffer.concat(taken))).toEqual(rounds.flat().map(expected));
      }),
    );
  });

  it('does not copy large bytes', () => {
    const body = Buffer.alloc(100_000, 'x');
    const encoder = new MessageEncoder();
    encoder.bind('name', ['small', body, null]);
    expect(encoder.take()[1]).toBe(body);
  });

  it('gives nothing when nothing was built', () => {
    expect(new MessageEncoder().take()).toEqual([]);
  });
});
