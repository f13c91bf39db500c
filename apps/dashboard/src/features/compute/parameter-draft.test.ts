import { type PostgresConfig, postgresConfig } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import {
  changedParameters,
  configOf,
  parameterProblems,
  parameterText,
  refusedParameter,
} from './parameter-draft.ts';
import { PARAMETER_GROUPS } from './parameter-groups.ts';

const CONFIG: PostgresConfig = { work_mem: '4MB', max_connections: 30, hot_standby_feedback: false };

describe('what was typed', () => {
  it.each([
    [{}, []],
    [{ work_mem: ' 4MB ' }, []],
    [{ work_mem: '8MB', max_connections: '30' }, ['work_mem']],
    [{ hot_standby_feedback: 'on', work_mem: '' }, ['work_mem', 'hot_standby_feedback']],
  ])('%j changes %j', (draft, names) => {
    expect(changedParameters(CONFIG, draft)).toEqual(names);
  });

  it.each([
    [{}, CONFIG],
    [
      { work_mem: '8MB', max_connections: '40', hot_standby_feedback: 'on' },
      { work_mem: '8MB', max_connections: 40, hot_standby_feedback: true },
    ],
    [{ max_connections: ' ' }, { work_mem: '4MB', hot_standby_feedback: false }],
  ])('%j asks for %j', (draft, config) => {
    expect(configOf(CONFIG, draft)).toEqual(config);
  });

  it.each([
    [{ max_connections: 'many' }, { max_connections: 'Please enter a whole number' }],
    [{ max_connections: '1.5' }, { max_connections: 'Please enter a whole number' }],
    [{ max_connections: '' }, {}],
    [{ work_mem: 'plenty' }, {}],
  ])('%j is wrong about %j', (draft, problems) => {
    expect(parameterProblems(CONFIG, draft)).toEqual(problems);
  });
});

it('booleans are on or off', () => {
  expect(parameterText(CONFIG, 'hot_standby_feedback')).toBe('off');
});

it('every parameter that can be set has its place, once', () => {
  const names = PARAMETER_GROUPS.flatMap((group) => group.names);
  expect(names.toSorted()).toEqual(Object.keys(postgresConfig.shape).toSorted());
});

it.each([
  [null, null],
  [{ field: null, message: 'Wait until the change is over.' }, null],
  [{ field: 'ref', message: 'ref is unknown.' }, null],
  [
    { field: 'work_mem', message: 'work_mem must be a size such as 64MB.' },
    { name: 'work_mem', text: 'Must be a size such as 64MB.' },
  ],
])('%j', (error, refused) => {
  expect(refusedParameter(error)).toEqual(refused);
});
