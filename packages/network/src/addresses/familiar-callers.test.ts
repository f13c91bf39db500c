import { expect, test } from 'vitest';
import { familiarCallers } from './familiar-callers.ts';

test('knows who came from where, for some days, and not endlessly many', () => {
  let ms = 0;
  const familiar = familiarCallers(() => new Date(ms), { days: 2, atMost: 2 });
  familiar.note('ann', '1.1.1.1');
  expect(familiar.knows('ann', '1.1.1.1')).toBe(true);
  expect(familiar.knows('ann', '1.1.1.2') || familiar.knows('bob', '1.1.1.1')).toBe(false);
  ms = 2 * 86_400_000;
  expect(familiar.knows('ann', '1.1.1.1')).toBe(false);
  familiar.note('ann', '1.1.1.1');
  familiar.note('bob', '1.1.1.1');
  familiar.note('ann', '1.1.1.1');
  familiar.note('eve', '1.1.1.1');
  expect(['ann', 'bob', 'eve'].filter((name) => familiar.knows(name, '1.1.1.1'))).toEqual(['ann', 'eve']);
});
