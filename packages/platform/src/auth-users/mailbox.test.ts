import type { MailboxEntry } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { pageOf } from './mailbox.ts';

const message = (id: number, recipient: string, subject: string): MailboxEntry => ({
  id,
  channel: 'email',
  kind: 'recovery',
  recipient,
  subject,
  code: null,
  link: null,
  created_at: '2026-01-01T00:00:00Z',
});
const MESSAGES = [
  message(9, 'ann@example.com', 'Reset your password'),
  message(7, 'bob@example.com', 'You have been invited'),
  message(4, 'Ann@example.com', 'Confirm'),
];
const ids = (search: Parameters<typeof pageOf>[1]) => {
  const { messages, next_before } = pageOf(MESSAGES, search);
  return [messages.map(({ id }) => id), next_before];
};

describe('a page of the mailbox', () => {
  it.each([
    [{ search: '', limit: 10 }, [9, 7, 4], null],
    [{ search: '', limit: 3 }, [9, 7, 4], null],
    [{ search: '', limit: 2 }, [9, 7], 7],
    [{ search: '', limit: 2, before: 7 }, [4], null],
    [{ search: ' ANN@ ', limit: 1 }, [9], 9],
    [{ search: 'invited', limit: 10 }, [7], null],
    [{ search: 'nobody', limit: 10 }, [], null],
  ])('%j', (search, found, next) => {
    expect(ids(search)).toEqual([found, next]);
  });
});
