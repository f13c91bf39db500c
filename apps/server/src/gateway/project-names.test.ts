import { expect, test } from 'vitest';
import { openProjectNames } from './project-names.ts';

const [ONE, OTHER] = ['abcdefghijklmnopqrst', 'bcdefghijklmnopqrstu'];
const vanity = (name: string) => ({ kind: 'vanity', name }) as const;
const custom = (name: string) => ({ kind: 'custom', name }) as const;

test('a name follows its project, and is free for another when that is called otherwise', () => {
  const names = openProjectNames();
  names.note(ONE, vanity('quarry'));
  expect([names.refOfLabel('quarry'), names.refOfHost('quarry')]).toEqual([ONE, null]);
  names.note(OTHER, vanity('quarry'));
  names.note(ONE, custom('api.example.com'));
  expect([names.refOfLabel('quarry'), names.refOfHost('api.example.com')]).toEqual([OTHER, ONE]);
  names.note(OTHER, null);
  expect(names.refOfLabel('quarry')).toBeNull();
});

test('what was read before a change is not believed', async () => {
  const names = openProjectNames();
  names.note(OTHER, vanity('gone'));
  const answers = [[{ ref: ONE, address: vanity('former') }], [{ ref: ONE, address: vanity('newer') }]];
  await names.learn(async () => {
    const answer = answers.shift() ?? [];
    if (answers.length === 1) names.note(ONE, vanity('newer'));
    return answer;
  });
  expect(['gone', 'former', 'newer'].map(names.refOfLabel)).toEqual([null, null, ONE]);
});
