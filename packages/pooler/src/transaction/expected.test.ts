import { expect, it } from 'vitest';
import { CLOSE, type Expected, ExpectedAnswers, QUERY, SYNC } from './expected.ts';

function expecting(...list: Expected[]): ExpectedAnswers {
  const answers = new ExpectedAnswers();
  for (const one of list) answers.add(one);
  return answers;
}

const rest = (answers: ExpectedAnswers) => {
  const taken: (Expected | undefined)[] = [];
  while (!answers.isEmpty) taken.push(answers.take());
  return taken;
};
const parse = (name: string): Expected => ({ kind: 'parse', own: false, name });

it('are taken in the order in which they were added, however many there are', () => {
  const answers = new ExpectedAnswers();
  const taken: (Expected | undefined)[] = [];
  for (let round = 0; round < 3_000; round += 1) {
    answers.add(parse(`a${round}`));
    answers.add(parse(`b${round}`));
    taken.push(answers.take());
  }
  taken.push(...rest(answers));
  const names = Array.from({ length: 3_000 }, (_, round) => [parse(`a${round}`), parse(`b${round}`)]);
  expect(taken).toEqual(names.flat());
  expect(answers.take()).toBeUndefined();
});

it.each([
  [
    [parse('x'), CLOSE, SYNC, parse('y'), SYNC],
    [parse('x'), CLOSE],
    [SYNC, parse('y'), SYNC],
  ],
  [[SYNC, parse('y')], [], [SYNC, parse('y')]],
  [[QUERY], [], [QUERY]],
  [[parse('x')], [parse('x')], []],
  [[], [], []],
])('%j lose what stands before the end of a series with an error', (list, passed, left) => {
  const answers = expecting(...list);
  expect(answers.dropUntilEnd()).toEqual(passed);
  expect(rest(answers)).toEqual(left);
});

it.each([
  [[SYNC, CLOSE, SYNC], [CLOSE]],
  [
    [QUERY, SYNC],
    [QUERY, SYNC],
  ],
  [[], []],
])('%j lose every Sync when a series begins to copy', (list, left) => {
  const answers = expecting(...list);
  answers.dropSyncs();
  expect(rest(answers)).toEqual(left);
});
