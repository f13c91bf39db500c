import { describe, expect, it } from 'vitest';
import { cardRequest } from './card-request.ts';

describe('cardRequest', () => {
  it('binds parameters and stays on the read-only connection', () => {
    expect(
      cardRequest('select * from t where a = :a and b = :b', { a: "'; drop table t", b: '' }),
    ).toMatchObject({
      kind: 'ready',
      request: {
        sql: 'select * from t where a = $1 and b = $2',
        parameters: ["'; drop table t", ''],
        readOnly: true,
        confirmed: false,
        limit: null,
      },
    });
  });

  it('takes defaults', () => {
    expect(cardRequest('@set a = 7\nselect :a', {})).toMatchObject({ request: { parameters: ['7'] } });
  });

  it('names the parameter that has no value', () => {
    expect(cardRequest('select :since', {})).toEqual({
      kind: 'wrong',
      message: expect.stringContaining('since'),
    });
  });

  it('does not run blank text', () => {
    expect(cardRequest(' \n', {}).kind).toBe('empty');
  });
});
