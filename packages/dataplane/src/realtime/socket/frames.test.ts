import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeDelivery, encodeText, FrameError, type ProtocolVersion } from './frames.ts';

const VERSIONS: ProtocolVersion[] = ['1.0.0', '2.0.0'];
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
/** What a WebSocket frame carries. */
function bodyOf(frame: Buffer): Buffer {
  const [, length = 0] = frame;
  return frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10);
}

/** A broadcast as clients of 2.0.0 send it. */
function push({
  joinRef = '1',
  ref = '2',
  topic = 'realtime:a',
  event = 'e',
  metadata = '',
  encoding = 1,
  body = '{}',
}) {
  const texts = [joinRef, ref, topic, event, metadata].map((text) => Buffer.from(text));
  return Buffer.concat([
    Buffer.from([3, ...texts.map(({ length }) => length), encoding]),
    ...texts,
    Buffer.from(body),
  ]);
}

test.each([
  ['1.0.0', { topic: 't', event: 'e', payload: { a: 1 }, ref: '2', join_ref: '1' }],
  ['2.0.0', ['1', '2', 't', 'e', { a: 1 }]],
] as const)('a text frame of %s is read', (version, message) => {
  expect(decodeFrame(json(message), false, version)).toEqual({
    topic: 't',
    event: 'e',
    payload: { a: 1 },
    ref: '2',
    joinRef: '1',
    broadcast: null,
  });
});

test('a broadcast in a binary frame is read, with JSON and with bytes', () => {
  const read = decodeFrame(push({ topic: 'realtime:ä', event: '🙂', body: '{"x":1}' }), true, '2.0.0');
  expect(read).toMatchObject({ topic: 'realtime:ä', event: 'broadcast', ref: '2', joinRef: '1' });
  expect(read.broadcast).toEqual({ event: '🙂', body: Buffer.from('{"x":1}'), isJson: true, metadata: '' });
  expect(decodeFrame(push({ encoding: 0, body: '\x00no json' }), true, '2.0.0').broadcast?.isJson).toBe(
    false,
  );
});

test.each([
  ['no JSON', Buffer.from('{'), false, '2.0.0'],
  ['an object in 2.0.0', json({ topic: 't', event: 'e' }), false, '2.0.0'],
  ['an array in 1.0.0', json([1, 2, 't', 'e', {}]), false, '1.0.0'],
  ['four parts', json(['1', '2', 't', 'e']), false, '2.0.0'],
  ['a topic that is a number', json(['1', '2', 3, 'e', {}]), false, '2.0.0'],
  ['a ref that is an object', json([{}, '2', 't', 'e', {}]), false, '2.0.0'],
  ['null', json(null), false, '1.0.0'],
  ['binary in 1.0.0', push({}), true, '1.0.0'],
  ['another kind', Buffer.from([4, 0, 0, 0, 0, 0, 0]), true, '2.0.0'],
  ['an unknown encoding', push({ encoding: 7 }), true, '2.0.0'],
  ['JSON that is none', push({ body: '{"a":' }), true, '2.0.0'],
  ['lengths beyond the end', Buffer.from([3, 255, 255, 255, 255, 255, 1, 65]), true, '2.0.0'],
  ['texts that are not UTF-8', Buffer.from([3, 1, 0, 0, 0, 0, 0, 0xff]), true, '2.0.0'],
  ['nothing', Buffer.alloc(0), true, '2.0.0'],
] as const)('%s is refused', (_, data, isBinary, version) => {
  expect(() => decodeFrame(data, isBinary, version)).toThrow(FrameError);
});

describe('whatever comes', () => {
  test('bytes are a message or are refused, and nothing else happens', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.uint8Array({ maxLength: 400 }).map((rest) => Uint8Array.from([3, ...rest])),
      fc.json().map((text) => new Uint8Array(Buffer.from(text))),
    );
    fc.assert(
      fc.property(bytes, fc.boolean(), fc.constantFrom(...VERSIONS), (data, isBinary, version) => {
        try {
          expect(typeof decodeFrame(Buffer.from(data), isBinary, version).topic).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
    );
  });

  test('what is written is read again by the rules of the protocol', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => one.isWellFormed());
    fc.assert(
      fc.property(text, text, fc.jsonValue(), (topic, event, value) => {
        const payload = JSON.stringify(value);
        const array = JSON.parse(bodyOf(encodeText({ topic, event, payload, ref: '1' }, '2.0.0')).toString());
        expect(array).toEqual([null, '1', topic, event, JSON.parse(payload)]);
        const object = JSON.parse(bodyOf(encodeText({ topic, event, payload }, '1.0.0')).toString());
        expect(object).toEqual({ topic, event, payload: JSON.parse(payload), ref: null, join_ref: null });
      }),
    );
  });
});

test('long frames have long headers, and texts that are too long for a binary one have none', () => {
  for (const length of [10, 200, 70_000]) {
    const body = Buffer.alloc(length, 'x');
    const frame = encodeDelivery('t', { event: 'e', body, isJson: false, metadata: '' });
    expect(bodyOf(frame as Buffer)).toEqual(
      Buffer.concat([Buffer.from([4, 1, 1, 0, 0]), Buffer.from('te'), body]),
    );
  }
  expect(
    encodeDelivery('t'.repeat(256), { event: '', body: Buffer.alloc(0), isJson: false, metadata: '' }),
  ).toBeNull();
});
