import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { useTestCluster } from '@basalt/clusters/testing';
import type { SmsAccount } from '@basalt/project';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { OUTGOING_FOR_TEST } from '../outgoing-for-test.ts';

interface ServiceCase {
  provider: SmsAccount['provider'];
  path: string;
  form: Record<string, string>;
  authorization?: string;
  /** The form that its documentation shows for a message that it took, and for one that it did not. */
  taken: object;
  refused: [status: number, body: object, code: string];
}

/** Every service with its answers. */
const SERVICES: readonly ServiceCase[] = [
  {
    provider: 'messagebird',
    path: '/rest.messagebird.com/messages',
    form: { originator: 'Quarry', recipients: '4912345', type: 'sms', datacoding: 'unicode' },
    authorization: 'AccessKey the-key',
    taken: {
      id: 'e8077d803532c0b5937c639b60216938',
      direction: 'mt',
      recipients: { totalCount: 1, totalSentCount: 1, items: [{ recipient: 4912345, status: 'sent' }] },
    },
    refused: [422, { errors: [{ code: 9, description: 'no (correct) recipients found' }] }, '9'],
  },
  {
    provider: 'textlocal',
    path: '/api.textlocal.in/send',
    form: { sender: 'Quarry', apikey: 'the-key', numbers: '4912345' },
    taken: {
      balance: 1162,
      batch_id: 1,
      cost: 1,
      messages: [{ id: '1151346216', recipient: 4912345 }],
      status: 'success',
    },
    refused: [
      200,
      { errors: [{ code: 51, message: 'No valid numbers specified' }], status: 'failure' },
      '51',
    ],
  },
  {
    provider: 'vonage',
    path: '/rest.nexmo.com/sms/json',
    form: { from: 'Quarry', api_key: 'the-key', api_secret: 'the-secret', to: '4912345' },
    taken: { 'message-count': '1', messages: [{ to: '4912345', 'message-id': 'aaaa-bbbb', status: '0' }] },
    refused: [
      200,
      { 'message-count': '1', messages: [{ status: '4', 'error-text': 'Invalid credentials' }] },
      '4',
    ],
  },
];

const cluster = useTestCluster();
let project: AuthProjectForTest;
let server: Server;
let answer: [status: number, body: object];
let got: { path: string | undefined; authorization: string | undefined; form: Record<string, string> }[];

beforeEach(async () => {
  got = [];
  server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    got.push({ path: request.url, authorization: request.headers.authorization, form });
    response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetch: typeof OUTGOING_FOR_TEST.fetch = (url, request, limits) =>
    OUTGOING_FOR_TEST.fetch(url.replace(/^https:\//, address), request, limits);
  project = await authProjectForTest(
    await cluster.createDatabase(),
    {},
    { outgoing: { ...OUTGOING_FOR_TEST, fetch } },
  );
});
afterEach(async () => {
  await project.close();
  server.close();
});

describe.each(SERVICES)(
  'text messages by $provider',
  ({ provider, path, form, authorization, taken, refused }) => {
    const ask = (more: object = {}) => project.call('POST', '/otp', { phone: '4912345', ...more });
    beforeEach(() => {
      Object.assign(project.settings, {
        sms_provider: provider,
        sms_account: { provider, key: 'the-key', secret: 'the-secret', sender: 'Quarry' },
        sms_max_frequency: 60,
      });
    });

    it('carry a code that leads in', async () => {
      answer = [200, taken];
      expect((await ask()).status).toBe(200);
      expect(got).toMatchObject([{ path, authorization, form }]);
      const token = /\d{6}/.exec(JSON.stringify(got[0]?.form).replaceAll('4912345', ''))?.[0];
      const session = await project.call('POST', '/verify', { type: 'sms', phone: '4912345', token });
      expect(session.body).toMatchObject({ token_type: 'bearer' });
    });

    it('are told as not sent by their code, and can be asked for again at once', async () => {
      const [status, body, code] = refused;
      answer = [status, body];
      const failed = await ask();
      expect([failed.status, failed.body.code]).toEqual([422, 'sms_send_failed']);
      expect(failed.body.message).toContain(`refused it with code ${code}.`);
      answer = [200, taken];
      expect((await ask()).status).toBe(200);
      project.pass(60);
      expect((await ask({ channel: 'whatsapp' })).body.code).toBe('sms_send_failed');
    });
  },
);
