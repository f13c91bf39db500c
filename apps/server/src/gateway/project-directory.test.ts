import type { ProjectSnapshot } from '@basalt/project';
import { expect, test } from 'vitest';
import { openProjectDirectory } from './project-directory.ts';

const REF = 'abcdefghijklmnopqrst';
const state = (revision: string) => ({ ref: REF, revision }) as ProjectSnapshot;

/** A directory over a source whose state a test changes by hand. */
function setUp(first: ProjectSnapshot | null = state('1')) {
  const source = { current: first, away: false, reads: 0, tell: (_ref: string | null) => {} };
  const errors: unknown[] = [];
  const directory = openProjectDirectory(
    {
      async read() {
        source.reads += 1;
        const { current, away } = source;
        await Promise.resolve();
        if (away) throw new Error('the database is away');
        return current;
      },
      listen(onChange) {
        source.tell = onChange;
        return () => {};
      },
    },
    (error) => errors.push(error),
  );
  const revision = async () => (await directory.find(REF))?.revision ?? null;
  return { source, directory, errors, revision };
}

test('a project is read once, however many ask', async () => {
  const { source, directory, revision } = setUp();
  await Promise.all([revision(), revision(), revision()]);
  expect(directory.find(REF)).toEqual(state('1'));
  expect(source.reads).toBe(1);
});

test('after a change nobody gets the old state', async () => {
  const { source, revision } = setUp();
  await revision();
  source.current = state('2');
  source.tell(REF);
  expect(await revision()).toBe('2');
});

test('a change that comes while the project is being read is not lost', async () => {
  const { source, revision } = setUp();
  await revision();
  source.current = state('2');
  source.tell(REF);
  source.current = state('3');
  source.tell(REF);
  expect(await revision()).toBe('3');
});

test('an answer that was overtaken by a newer one does not bring the old state back', async () => {
  const answers: ((project: ProjectSnapshot) => void)[] = [];
  let tell: (ref: string | null) => void = () => {};
  const directory = openProjectDirectory(
    {
      read: () => new Promise<ProjectSnapshot>((resolve) => answers.push(resolve)),
      listen(onChange) {
        tell = onChange;
        return () => {};
      },
    },
    () => {},
  );
  const first = directory.find(REF);
  answers[0]?.(state('1'));
  await first;
  tell(REF);
  tell(REF);
  answers[2]?.(state('3'));
  expect(await directory.find(REF)).toEqual(state('3'));
  answers[1]?.(state('2'));
  await Promise.resolve();
  expect(await directory.find(REF)).toEqual(state('3'));
});

test('while the source is away a known project is served as it was, and is read anew when it is back', async () => {
  const { source, errors, revision } = setUp();
  await revision();
  source.away = true;
  source.tell(REF);
  expect(await revision()).toBe('1');
  expect(errors).toHaveLength(1);
  source.away = false;
  source.current = state('2');
  source.tell(null);
  expect(await revision()).toBe('2');
});

test('an unknown project is asked for once in a while only, and appears at once when it is made', async () => {
  const { source, directory, revision } = setUp(null);
  expect([await revision(), await revision()]).toEqual([null, null]);
  expect(source.reads).toBe(1);
  source.current = state('1');
  source.tell(REF);
  expect(await revision()).toBe('1');
  expect(directory.find('../etc/passwd')).toBeNull();
});

test('a deleted project is gone', async () => {
  const { source, revision } = setUp();
  await revision();
  source.current = null;
  source.tell(REF);
  expect(await revision()).toBeNull();
});

test('whoever listens is told of a change, and finds the new state at once, until it stops listening', async () => {
  const { source, directory, revision } = setUp();
  await revision();
  const heard: [ref: string, revision: Promise<string | null>][] = [];
  const stop = directory.onChange((ref) => heard.push([ref, revision()]));
  source.current = state('2');
  source.tell(REF);
  expect(heard.map(([ref]) => ref)).toEqual([REF]);
  expect(await heard[0]?.[1]).toBe('2');
  // After missed notices any project may have changed.
  source.tell(null);
  expect(heard).toHaveLength(2);
  stop();
  source.tell(REF);
  expect(heard).toHaveLength(2);
});
