import { expect, test } from 'vitest';
import { gradeOf, trialText } from './index-trial.ts';

const used = { cost_before: 18_334.21, cost_after: 8.44, is_used: true, bytes: 2_200_000 };
const unused = { ...used, cost_after: 18_334.21, is_used: false };

test('what an index does is told with the costs before and after', () => {
  expect(trialText(used)).toBe(
    'PostgreSQL would use it: cost 18,334 → 8.4, index of 2.1 MB. Costs are the planner’s.',
  );
  expect(trialText(unused)).toBe('PostgreSQL would not use it: the cost stays 18,334.');
});

test('what was found counts more than what the statistics say', () => {
  expect(gradeOf('likely', null)).toMatchObject({ label: 'Likely', tone: 'ok' });
  expect(gradeOf('unknown', null)).toMatchObject({ label: 'Unknown', tone: 'plain' });
  expect(gradeOf('unknown', used)).toMatchObject({ label: 'Used', tone: 'ok' });
  expect(gradeOf('likely', unused)).toMatchObject({ label: 'Not used', tone: 'plain' });
});
