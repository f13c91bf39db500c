import { describe, expect, test } from 'vitest';
import { AuthError } from '../errors/auth-error.ts';
import { chooseSmsProvider, smsBody } from './send-sms.ts';
import { smsTestCode } from './sms-port.ts';

const NONE = { twilio: null, sms_account: null };
const NOBODY = () => Promise.reject(new Error('nobody is asked'));

describe('the text of a message', () => {
  test.each([
    ['', 'Your code is 123456'],
    ['{{ .Code }} is your App code', '123456 is your App code'],
    ['{{.Code}}', '123456'],
    ['Welcome', 'Welcome 123456'],
    ['{{ .Other }}{{ .Code }}', '123456'],
  ])('%j', (template, body) => {
    expect(smsBody(template, '123456')).toBe(body);
  });
});

test('a provider that is named but not built is refused by its name', () => {
  const choose = () => chooseSmsProvider({ ...NONE, sms_provider: 'pigeon' }, NOBODY);
  expect(choose).toThrow(AuthError);
  expect(choose).toThrow(/pigeon is not supported/);
  expect(() => chooseSmsProvider({ ...NONE, sms_provider: 'a\r\nb{secret}' }, NOBODY)).not.toThrow(/secret/);
});

test('numbers with a fixed code are known with and without plus', () => {
  const settings = { sms_test_otp: { '+4912345': '111111', '4999': '222222' } };
  expect(smsTestCode(settings, '4912345')).toBe('111111');
  expect(smsTestCode(settings, '+4999')).toBe('222222');
  expect(smsTestCode(settings, '491')).toBeNull();
  expect(smsTestCode(settings, 'constructor')).toBeNull();
});
