import { expect, test } from 'vitest';
import { RestError } from '../errors/rest-error.ts';
import { answerError } from './answer.ts';

test('an error is an object with all four parts, and proxies are told', () => {
  const answer = answerError(
    new RestError({ status: 418, code: 'PGRST999', message: 'Short and stout.', headers: { 'x-own': '1' } }),
  );
  expect(answer.status).toBe(418);
  expect(JSON.parse(String(answer.body))).toEqual({
    code: 'PGRST999',
    message: 'Short and stout.',
    details: null,
    hint: null,
  });
  expect(answer.headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': 'PostgREST; error=PGRST999',
    'x-own': '1',
  });
});

test('a code made up in SQL cannot write into headers', () => {
  const { headers } = answerError(new RestError({ status: 400, code: 'a\r\nb: "c" é', message: '' }));
  expect(headers['proxy-status']).toBe('PostgREST; error=ab:c');
  expect(answerError(new RestError({ status: 400, code: '🜁', message: '' })).headers['proxy-status']).toBe(
    'PostgREST; error=unknown',
  );
});

test('a text as long as the request is not sent back whole', () => {
  const long = 'x'.repeat(3_000_000);
  const error = new RestError({ status: 400, code: 'PGRST204', message: long, details: long, hint: long });
  const body = String(answerError(error).body);
  expect(body.length).toBeLessThan(60_000);
  expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/^x+…$/) });
});
