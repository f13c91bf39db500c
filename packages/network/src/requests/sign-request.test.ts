import { expect, test } from 'vitest';
import { signatureHeaders } from './sign-request.ts';

// The example that the specification of Standard Webhooks publishes.
const SECRET = 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const REQUEST = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  now: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};

test('a request is signed as in the specification', () => {
  expect(signatureHeaders(SECRET, REQUEST)).toEqual({
    'webhook-id': REQUEST.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': SIGNATURE,
  });
});

test('while a secret is replaced, requests are signed with both', () => {
  const both = signatureHeaders(`v1,whsec_${'a'.repeat(32)}|${SECRET}`, REQUEST)['webhook-signature'];
  expect(both?.split(', ')).toEqual([expect.stringMatching(/^v1,/), SIGNATURE]);
});
