import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClientTurns, ServerTurns } from './protocol-turns.ts';

function frame(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, body]);
}

const START = frame('', Buffer.from('\0\x03\0\0user\0x\0\0', 'latin1'));
const number = (value: number) => Buffer.from([0, 0, 0, value]);

function count(bytes: Buffer, size: number, next: (piece: Buffer) => number): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += size) sum += next(bytes.subarray(at, at + size));
  return sum;
}

describe('turns of a conversation with the server', () => {
  it('are counted the same however the bytes are cut', () => {
    const messages = fc.array(
      fc.record({
        type: fc.constantFrom('Q', 'S', 'p', 'P', 'B', 'X'),
        body: fc.uint8Array({ maxLength: 20 }),
      }),
    );
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 40 }), (sent, size) => {
        const bytes = Buffer.concat([START, ...sent.map(({ type, body }) => frame(type, Buffer.from(body)))]);
        const turns = new ClientTurns();
        const answered = sent.filter(({ type }) => 'QSp'.includes(type)).length;
        expect(count(bytes, size, (piece) => turns.owed(piece))).toBe(1 + answered);
      }),
    );
  });

  it.each([
    ['asks for a password', frame('R', number(10)), 1],
    ['accepts it, and is not ready yet', frame('R', number(0)), 0],
    ['ends the exchange of the password', frame('R', number(12)), 0],
    ['is ready', frame('Z', Buffer.from('I')), 1],
    ['reports something', frame('N', Buffer.alloc(300)), 0],
    [
      'sends rows and is ready',
      Buffer.concat([frame('D', Buffer.alloc(9)), frame('Z', Buffer.from('T'))]),
      1,
    ],
  ])('the server %s', (_what, bytes, expected) => {
    for (const size of [1, 3, bytes.length]) {
      const turns = new ServerTurns();
      expect(count(bytes, size, (piece) => turns.givenBack(piece))).toBe(expected);
    }
  });
});
