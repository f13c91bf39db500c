import { KEPT_SCHEMAS } from '@basalt/contract';
import { OTHERS_SCHEMAS } from '@basalt/postgres/advisors';
import { expect, it } from 'vitest';

it('looks for nothing in schemas that the editors show read-only', () => {
  expect(KEPT_SCHEMAS.filter((name) => !OTHERS_SCHEMAS.includes(name))).toEqual([]);
});
