import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

const ID = '44444444-4444-4444-8444-444444444444';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');

describe('a cursor', () => {
  it.each([
    { sort: 'name', value: '岩 "\\ 🪨', id: ID },
    { sort: 'inserted_at', value: '2026-01-31T12:00:00.123Z', id: ID },
    { sort: 'deleted_at', value: '2026-01-31T12:00:00.123Z', id: ID },
  ] as const)('comes back as it was: $sort', (cursor) => {
    expect(readCursor(writeCursor(cursor), cursor.sort)).toEqual(cursor);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'x'],
    ['another shape', encode({ sort: 'name' })],
    ['null', encode(null)],
    ['too short', encode(['name', 'x'])],
    ['another order', encode(['inserted_at', '2026-01-31T12:00:00.123Z', ID])],
    ['no id', encode(['name', 'x', "'; drop table content_items"])],
    ['a NUL', encode(['name', '\u0000', ID])],
    ['half a character', encode(['name', '\ud800', ID])],
    ['a number', encode(['name', 7, ID])],
  ])('is refused by name: %s', (_, text) => {
    expect(() => readCursor(text, 'name')).toThrow(
      expect.objectContaining({ code: 'bad_request', field: 'cursor' }),
    );
  });

  it.each([
    '',
    'now()',
    'infinity',
    '2026-02-31T12:00:00.123Z',
    '0000-01-01T00:00:00.000Z',
    '2026-13-31T12:00:00.123Z',
  ])('holds a moment, not %j', (value) => {
    expect(() => readCursor(encode(['updated_at', value, ID]), 'updated_at')).toThrow(/^cursor: /);
  });
});
