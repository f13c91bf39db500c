import { expect, it } from 'vitest';
import { refusedParameter } from './refused-parameter.ts';

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
