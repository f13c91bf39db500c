import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BackupStore, type StoredObject, UP_TO_DATE } from '../../ports/backup-store.ts';
import { BackupError } from '../../ports/cluster-backups.ts';
import { testBackupStore } from '../backup-store.cases.ts';
import { openCopiedStore } from './copied-store.ts';
import { stepsOfNotes } from './lane-queue.ts';
import type { Notes } from './notes.ts';

class Killed extends Error {}

/** What is on the disk of one of the two places, and what happens to the next calls. */
class Place {
  readonly objects = new Map<string, Buffer>();
  isAway = false;
  isFull = false;

  /** A store of a process that is killed after so many calls. */
  store(tick: () => void): BackupStore {
    const { objects } = this;
    const answer = async <T>(isWrite: boolean, work: () => T): Promise<T> => {
      await Promise.resolve();
      tick();
      if (this.isAway) throw new BackupError('archive_failed', 'It does not answer.');
      if (isWrite && this.isFull) throw new BackupError('disk_full', 'It is full.');
      const result = work();
      // The answer may be lost on its way.
      tick();
      return result;
    };
    const found = (key: string): Buffer => {
      const bytes = objects.get(key);
      if (bytes === undefined) throw new BackupError('not_found', `Nothing is called ${key}.`);
      return bytes;
    };
    const stored = (key: string, bytes: Buffer): StoredObject => ({ key, bytes: bytes.length });
    return {
      put: async (key, content) => {
        const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
        return answer(true, () => objects.set(key, Buffer.from(bytes)) && bytes.length);
      },
      copy: (from, to) => answer(true, () => void objects.set(to, found(from))),
      read: (key) => answer(false, () => Readable.from([found(key)], { objectMode: false })),
      stat: (key) =>
        answer(false, () => {
          const bytes = objects.get(key);
          return bytes === undefined ? null : stored(key, bytes);
        }),
      list: (prefix) =>
        answer(false, () =>
          [...objects]
            .filter(([key]) => key.startsWith(prefix))
            .map(([key, bytes]) => stored(key, bytes))
            .sort((a, b) => (a.key < b.key ? -1 : 1)),
        ),
      remove: (prefix) =>
        answer(false, () => {
          for (const key of [...objects.keys()]) if (key.startsWith(prefix)) objects.delete(key);
        }),
      write: (key, offset, bytes) =>
        answer(true, () => void objects.set(key, over(objects.get(key), offset, bytes))),
      places: async () => [{ ...UP_TO_DATE, kind: 'folder', freeBytes: null }],
      freeBytes: async () => null,
    };
  }
}

function over(before: Buffer | undefined, offset: number, bytes: Buffer): Buffer {
  const whole = Buffer.alloc(Math.max(before?.length ?? 0, offset + bytes.length));
  before?.copy(whole);
  bytes.copy(whole, offset);
  return whole;
}

/** The notes are on the disk of the near place, and as full as that. */
class Paper {
  readonly lanes = new Map<string, string[]>();
  isComplete = true;

  notes(near: Place, tick: () => void): Notes {
    return {
      load: async () => new Map([...this.lanes].map(([lane, lines]) => [lane, [...lines]])),
      append: async (lane, line) => {
        tick();
        if (near.isFull) throw new BackupError('disk_full', 'It is full.');
        this.lanes.set(lane, [...(this.lanes.get(lane) ?? []), line]);
        tick();
      },
      clear: async (lane) => {
        tick();
        this.lanes.delete(lane);
      },
      isComplete: async () => this.isComplete,
      setComplete: async (isComplete) => {
        tick();
        this.isComplete = isComplete;
      },
    };
  }
}

/** Two places and what is noted, and stores on them as processes open them one after the other. */
function twoPlaces() {
  const near = new Place();
  const far = new Place();
  const paper = new Paper();
  return {
    near,
    far,
    paper,
    open: (callsLeft = Number.POSITIVE_INFINITY) => {
      let left = callsLeft;
      const tick = () => {
        if (left <= 0) throw new Killed();
        left -= 1;
      };
      const parts = { near: near.store(tick), far: far.store(tick), notes: paper.notes(near, tick) };
      return openCopiedStore(parts);
    },
  };
}

const shared = twoPlaces();
testBackupStore({ open: shared.open });

const isComplete = async (store: BackupStore) => (await store.places('abc'))[0]?.isComplete;
const bytesOf = (place: Place) =>
  Object.fromEntries([...place.objects].map(([key, bytes]) => [key, String(bytes)]));

test('what is written here is there as well, in its order, and nothing is noted any more', async () => {
  const { near, far, paper, open } = twoPlaces();
  const store = await open();
  await store.put('abc/one', Readable.from([Buffer.from('on'), Buffer.from('e')]));
  await store.put('abc/state.json', Buffer.from('1'));
  await store.write('abc/grows', 0, Buffer.from('begin'));
  await store.copy('abc/one', 'def/two');
  await store.remove('abc/one');
  await store.settle();
  expect(bytesOf(far)).toEqual({ 'abc/state.json': '1', 'abc/grows': 'begin', 'def/two': 'one' });
  expect(bytesOf(near)).toEqual(bytesOf(far));
  await store.close();
  expect([...paper.lanes]).toEqual([]);
});

test('a far place that is away holds nobody up, is told, and is caught up with by the next process', async () => {
  const { far, open } = twoPlaces();
  far.isAway = true;
  const store = await open();
  for (let at = 0; at < 5; at++) await store.write('abc/grows', at, Buffer.from('x'));
  await store.put('abc/one', Readable.from([Buffer.from('one')]));
  await expect(store.settle()).rejects.toThrow('It does not answer.');
  expect((await store.places('abc'))[1]).toMatchObject({
    pending: expect.any(Number),
    since: expect.any(Date),
    problem: 'It does not answer.',
  });
  expect((await store.places('def'))[1]).toMatchObject({ pending: 0, since: null, problem: null });
  await store.close();
  far.isAway = false;
  const next = await open();
  await next.settle();
  expect(bytesOf(far)).toEqual({ 'abc/grows': 'xxxxx', 'abc/one': 'one' });
  expect((await next.places('abc'))[1]).toMatchObject({ pending: 0, since: null, problem: null });
});

test('what has no room here is kept there, read from there, and brought here when there is room', async () => {
  const { near, far, open } = twoPlaces();
  const store = await open();
  await store.put('abc/state.json', Buffer.from('1'));
  near.isFull = true;
  await store.put('abc/state.json', Buffer.from('2'));
  await store.put('abc/base', Readable.from([Buffer.from('base')]));
  await store.write('abc/grows', 0, Buffer.from('grows'));
  expect(bytesOf(far)).toEqual({ 'abc/state.json': '2', 'abc/base': 'base', 'abc/grows': 'grows' });
  expect(bytesOf(near)).toEqual({});
  expect(String(await buffer(await store.read('abc/state.json')))).toBe('2');
  expect((await store.list('abc/')).map(({ key }) => key)).toEqual([
    'abc/base',
    'abc/grows',
    'abc/state.json',
  ]);
  await store.close();
  near.isFull = false;
  const next = await open();
  await expect.poll(() => isComplete(next)).toBe(true);
  expect(bytesOf(near)).toEqual(bytesOf(far));
});

test('what neither place takes does not count', async () => {
  const { near, far, open } = twoPlaces();
  near.isFull = true;
  far.isAway = true;
  const store = await open();
  await expect(store.put('abc/one', Buffer.from('1'))).rejects.toMatchObject({ code: 'archive_failed' });
  await expect(store.put('abc/one', Readable.from([Buffer.from('1')]))).rejects.toThrow();
  far.isAway = false;
  await expect(store.read('abc/one')).rejects.toMatchObject({ code: 'not_found' });
});

test('small objects never tell of what is not there yet', async () => {
  const { far, open } = twoPlaces();
  const store = await open();
  const check = () => {
    const told = Number(far.objects.get('abc/state.json') ?? 0);
    expect(far.objects.get('abc/grows')?.length ?? 0).toBeGreaterThanOrEqual(told);
  };
  for (let at = 0; at < 200; at++) {
    far.isAway = at % 50 > 40;
    await store.write('abc/grows', at, Buffer.from('x'));
    await store.put('abc/state.json', Buffer.from(String(at + 1)));
    if (at % 7 === 0) await new Promise(setImmediate);
    check();
  }
  far.isAway = false;
  await store.settle();
  check();
  expect(bytesOf(far)['abc/state.json']).toBe('200');
});

test('what a killed process noted is done again, and what tells of the rest last', () => {
  expect(
    stepsOfNotes([
      '+ a/state.json',
      '~ a/1.partial',
      '- a/old/',
      '+ a/1.zst',
      '- a/1.partial',
      '+ a/2',
      '= a/2',
    ]),
  ).toEqual([
    { kind: 'put', key: 'a/1.zst' },
    { kind: 'put', key: 'a/state.json' },
    { kind: 'remove', prefix: 'a/old/' },
    { kind: 'remove', prefix: 'a/1.partial' },
  ]);
});

const PUT = ['a/state.json', 'a/one', 'b/two'] as const;
const GROWS = ['a/grows', 'b/grows'] as const;
const small = fc.string({ minLength: 1, maxLength: 3 });
type Action =
  | { do: 'put'; key: string; text: string; streams: boolean }
  | { do: 'write'; key: string; offset: number; text: string }
  | { do: 'remove'; key: string }
  | { do: 'copy'; from: string; key: string }
  | { do: 'full'; is: boolean }
  | { do: 'away'; is: boolean }
  | { do: 'rest' }
  | { do: 'kill'; after: number };
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put'),
      key: fc.constantFrom(...PUT),
      text: small,
      streams: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('write'),
      key: fc.constantFrom(...GROWS),
      offset: fc.nat(4),
      text: small,
    }),
  },
  fc.record({ do: fc.constant('remove'), key: fc.constantFrom(...PUT, ...GROWS) }),
  fc.record({ do: fc.constant('copy'), from: fc.constantFrom(...PUT), key: fc.constantFrom(...PUT) }),
  fc.record({ do: fc.constant('full'), is: fc.boolean() }),
  fc.record({ do: fc.constant('away'), is: fc.boolean() }),
  fc.record({ do: fc.constant('rest') }),
  fc.record({ do: fc.constant('kill'), after: fc.nat(12) }),
) as fc.Arbitrary<Action>;

/** What may be kept under each key: what was confirmed last, or anything since that was not. Null: nothing. */
class Expected {
  readonly #values = new Map<string, Set<string | null>>();

  of(key: string): Set<string | null> {
    return this.#values.get(key) ?? new Set([null]);
  }

  changed(key: string, isConfirmed: boolean, to: (before: string | null) => (string | null)[]): void {
    const before = [...this.of(key)];
    const after = before.flatMap(to);
    this.#values.set(key, new Set(isConfirmed ? after : [...before, ...after]));
  }
}

const hex = (bytes: Buffer) => bytes.toString('hex');

test('nothing that was confirmed is lost, whatever fails and whenever it is killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
      const { near, far, open } = twoPlaces();
      const expected = new Expected();
      let store = await open();
      const read = (key: string) =>
        store.read(key).then(
          async (content) => hex(await buffer(content)),
          (error: unknown) => {
            if (error instanceof BackupError && error.code === 'not_found') return null;
            throw error;
          },
        );
      for (const each of actions) {
        if (each.do === 'full') near.isFull = each.is;
        else if (each.do === 'away') far.isAway = each.is;
        else if (each.do === 'rest') await store.settle().catch(() => {});
        else if (each.do === 'kill') {
          await store.close();
          store = await open(each.after);
        } else {
          const isConfirmed = await perform(store, each).then(
            () => true,
            () => false,
          );
          const sources = each.do === 'copy' ? [...expected.of(each.from)] : [];
          expected.changed(each.key, isConfirmed, (before) => {
            if (each.do === 'put') return [hex(Buffer.from(each.text))];
            if (each.do === 'remove') return [null];
            if (each.do === 'copy') return sources.filter((value) => !isConfirmed || value !== null);
            const old = before === null ? undefined : Buffer.from(before, 'hex');
            return [hex(over(old, each.offset, Buffer.from(each.text)))];
          });
          const found = await read(each.key).catch(() => undefined);
          if (found !== undefined) expect([...expected.of(each.key)]).toContain(found);
        }
      }
      near.isFull = false;
      far.isAway = false;
      await store.close();
      store = await open();
      await store.settle();
      for (const key of [...PUT, ...GROWS]) expect([...expected.of(key)], key).toContain(await read(key));
      await expect.poll(() => isComplete(store), { interval: 1 }).toBe(true);
      for (const key of [...PUT, ...GROWS]) {
        expect([...expected.of(key)], key).toContain(await read(key));
        const there = far.objects.get(key);
        expect([...expected.of(key)], `${key} there`).toContain(there === undefined ? null : hex(there));
      }
      await store.close();
    }),
    { numRuns: 150 },
  );
});

function perform(store: BackupStore, each: Extract<Action, { key: string }>): Promise<unknown> {
  if (each.do === 'remove') return store.remove(each.key);
  if (each.do === 'copy') return store.copy(each.from, each.key);
  const bytes = Buffer.from(each.text);
  if (each.do === 'write') return store.write(each.key, each.offset, bytes);
  return store.put(each.key, each.streams ? Readable.from([bytes]) : bytes);
}
