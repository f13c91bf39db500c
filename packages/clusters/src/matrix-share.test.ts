import { describe, expect, it } from 'vitest';
import { inTurn, readTurn, SHARES, shareOf } from './matrix-share.ts';

const DAY = 24 * 60 * 60 * 1000;
const today = Date.UTC(2026, 10, 23, 23, 59);

describe('the turn', () => {
  it('is the same all day and another one on each of the next days', () => {
    expect(readTurn({}, today)).toBe(readTurn({}, Date.UTC(2026, 10, 23)));
    const turns = Array.from({ length: SHARES }, (_, day) => readTurn({}, today + day * DAY));
    expect(new Set(turns).size).toBe(SHARES);
  });

  it('can be named, by the number of a share or of a day', () => {
    expect(readTurn({ MATRIX_TURN: '1' }, today)).toBe(1);
    const day = String(Math.floor(today / DAY));
    expect(readTurn({ MATRIX_TURN: day }, 0)).toBe(readTurn({}, today));
    for (const turn of ['', 'full', '-1', '1.5'])
      expect(() => readTurn({ MATRIX_TURN: turn }, today)).toThrow('must be a whole number');
  });
});

describe('the shares of a list', () => {
  const cases = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

  it.each([0, 1, 2])('are all cases together, each in one of them, with offset %i', (offset) => {
    const shares = Array.from({ length: SHARES }, (_, turn) => shareOf(cases, turn, offset));
    expect(shares.flat().sort()).toEqual(cases);
  });

  it('have their turns one day later with the next offset', () => {
    expect(shareOf(cases, 1, 1)).toEqual(shareOf(cases, 0));
  });

  it('are everything without a turn', () => {
    expect(shareOf(cases, null)).toEqual(cases);
  });
});

it('major versions have their turn every second day, one of them at least', () => {
  expect([inTurn([15, 16, 17, 18], 0), inTurn([15, 16, 17, 18], 1)]).toEqual([
    [15, 17],
    [16, 18],
  ]);
  expect([inTurn([15, 18], 4), inTurn([15, 18], 5)]).toEqual([[15], [18]]);
  expect(inTurn([15, 18], null)).toEqual([15, 18]);
  expect(SHARES % 2, 'a named turn must not change which versions are tried').toBe(0);
});
