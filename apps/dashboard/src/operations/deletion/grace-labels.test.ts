import { expect, test } from 'vitest';
import { graceLabels } from './grace-labels.ts';

test.each([
  [null, /kept for some days/],
  [0, /erased with it\. This cannot be undone/],
  [1, /kept for 1 day\./],
  [7, /kept for 7 days\..*bring the project back/],
])('%s days', (days, words) => expect(graceLabels(days)).toMatch(words));
