import { useTestCluster } from '@basalt/clusters/testing';
import { type ConnectionPool, createPool, withSetting } from '@basalt/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthDatabase, authDatabase } from '../../store/auth-database.ts';
import {
  deleteAllMessages,
  deleteMessage,
  findMessage,
  keepMessage,
  listMessages,
  type MailboxMessage,
} from './mailbox-store.ts';

const cluster = useTestCluster();
const MAIL: MailboxMessage = {
  channel: 'email',
  kind: 'recovery',
  recipient: 'Ann@app.test',
  subject: 'Set a new password',
  html: '<p>123456</p>',
  text: '123456',
  code: '123456',
  link: 'http://api.test/verify',
};
const ALL = { limit: 1000, offset: 0, channel: null, recipient: '' };
let pool: ConnectionPool;
let admin: ConnectionPool;
let service: AuthDatabase;

beforeEach(async () => {
  const address = await cluster.createDatabase();
  admin = createPool(address, { max: 1 });
  pool = createPool(withSetting({ ...address, user: 'supabase_auth_admin' }, 'TimeZone', 'UTC'));
  service = authDatabase(pool);
});

afterEach(async () => {
  await Promise.all([pool.end(), admin.end()]);
});

test('a message is found again, the newest first, and can be taken out', async () => {
  const first = await keepMessage(service, MAIL);
  const second = await keepMessage(service, { ...MAIL, channel: 'sms', recipient: '491', link: null });
  const { messages, total } = await listMessages(service, ALL);
  expect(total).toBe(2);
  expect(messages.map((message) => message.id)).toEqual([second.id, first.id]);
  expect(messages[1]).not.toHaveProperty('html');
  const found = await findMessage(service, first.id);
  expect(found).toMatchObject(MAIL);
  expect(new Date(found?.created_at ?? '').getFullYear()).toBeGreaterThan(2000);

  expect((await listMessages(service, { ...ALL, channel: 'sms' })).messages).toHaveLength(1);
  expect((await listMessages(service, { ...ALL, recipient: 'ann@' })).messages).toHaveLength(1);
  expect((await listMessages(service, { ...ALL, recipient: '%' })).messages).toHaveLength(0);
  expect((await listMessages(service, { ...ALL, limit: 1, offset: 1 })).messages[0]?.id).toBe(first.id);

  expect(await deleteMessage(service, first.id)).toBe(true);
  expect(await deleteMessage(service, first.id)).toBe(false);
  expect(await findMessage(service, first.id)).toBeNull();
  await deleteAllMessages(service);
  expect((await listMessages(service, ALL)).total).toBe(0);
});

test('a message of a transaction that is taken back was never there', async () => {
  const taken = service.transaction(async (tx) => {
    await keepMessage(tx, MAIL);
    throw new Error('no');
  });
  await expect(taken).rejects.toThrow('no');
  expect((await listMessages(service, ALL)).total).toBe(0);
});

test('the newest 500 of the last seven days are kept', async () => {
  await admin.query(`insert into basalt.mailbox (channel, kind, recipient, created_at)
    select 'email', 'old', 'x', now() - interval '8 days' from generate_series(1, 3)
    union all select 'email', 'new', 'x', now() - interval '6 days' from generate_series(1, 499)`);
  await keepMessage(service, MAIL);
  expect((await listMessages(service, ALL)).total).toBe(500);
  await keepMessage(service, MAIL);
  const { messages, total } = await listMessages(service, ALL);
  expect(total).toBe(500);
  expect(messages.filter((message) => message.kind === 'recovery')).toHaveLength(2);
  expect(messages.filter((message) => message.kind === 'old')).toHaveLength(0);
});

test('nobody waits for a transaction that keeps a message, even when there is something to drop', async () => {
  await admin.query(`insert into basalt.mailbox (channel, kind, recipient)
    select 'email', 'new', 'x' from generate_series(1, 501)`);
  await service.transaction(async (tx) => {
    await keepMessage(tx, MAIL);
    await service.query(`set statement_timeout = '5s'`);
    await keepMessage(service, { ...MAIL, kind: 'invite' });
  });
  const { messages } = await listMessages(service, { ...ALL, limit: 2 });
  expect(messages.map((message) => message.kind)).toEqual(['invite', 'recovery']);
});
