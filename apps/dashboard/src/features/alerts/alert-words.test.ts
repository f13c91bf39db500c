import type { AlertEvent, AlertRule } from '@basalt/contract';
import { expect, it } from 'vitest';
import { conditionText, inUnits, lastedText, targetText } from './alert-words.ts';

it('says what a rule asks', () => {
  expect(conditionText({ metric: 'cpu_percent', comparison: 'above', threshold: 80, minutes: 5 })).toBe(
    'CPU above 80 % for 5 minutes',
  );
  expect(
    conditionText({ metric: 'requests_per_minute', comparison: 'below', threshold: 1, minutes: 60 }),
  ).toBe('Requests below 1 per minute for 1 hour');
  expect(inUnits('p95_milliseconds', 1234.56)).toBe('1,235 ms');
  expect(inUnits('error_percent', 2.345)).toBe('2.3 %');
});

it('says whom it tells without the part of an address that may be secret', () => {
  const rule = { channel: 'webhook', mail_to: [], webhook_url: 'https://hooks.example.com/secret' };
  expect(targetText(rule as unknown as AlertRule)).toBe('hooks.example.com');
  const mail = { channel: 'mail', mail_to: ['a@x.org', 'b@x.org', 'c@x.org'], webhook_url: null };
  expect(targetText(mail as unknown as AlertRule)).toBe('a@x.org and 2 more');
});

it.each([
  [30, '30 s'],
  [600, '10 min'],
  [7_500, '2 h 5 min'],
  [400_000, '5 days'],
])('says how long %d seconds are', (seconds, text) => {
  const event = { fired_at: '2026-05-01T12:00:00Z', resolved_at: null } as AlertEvent;
  expect(lastedText(event, Date.parse(event.fired_at) + seconds * 1_000)).toBe(text);
});
