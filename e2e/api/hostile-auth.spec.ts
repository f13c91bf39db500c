import { randomBytes } from 'node:crypto';
import { type AttackedProject, attackedProject, codeOf, forEach, words } from '../basalt/attacked-project.ts';
import { clientOf, setAuth } from '../basalt/project-api.ts';
import type { RawAnswer } from '../basalt/raw-http.ts';
import { expect, test } from '../basalt/test.ts';

const PASSWORD = 'six columns';
const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`;
let target: AttackedProject;

test.beforeAll(async ({ api, basalt, project }) => {
  target = await attackedProject(api, basalt, project.ref);
});
test.afterEach(() => target.expectOthersUnharmed());

/** Values that hardly any field may have, as JSON. */
const WRONG = [
  ...words`
    true 0 1e400 ["x"] {"$gt":""} "\u0000" "\ud800" "a\r\nBcc:b@example.com" "{{.Token}}<script>" "__proto__"
    "'or'1'='1" "$2a$31$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuuabcdefghijklmn"`,
  `"${'x'.repeat(70_000)}"`,
];
const BODIES = [
  ...words`null [] "x" { [[[ {"__proto__":{"email":"x@example.com"}}`,
  ...['', `{"data":${'['.repeat(5000)}}`, ' '.repeat(1_100_000), Buffer.from([0xff]), Buffer.alloc(9)],
];

test('every field of every wrong type is refused by name or ignored', async () => {
  const { keys } = target;
  const { data } = await clientOf(keys.url, keys.anon).auth.signUp({ email: newEmail(), password: PASSWORD });
  const user = { key: keys.anon, headers: { authorization: `Bearer ${data.session?.access_token}` } };
  const anybody = { key: keys.anon };
  const endpoints: [
    request: string,
    fields: string[],
    as: { key?: string; headers?: Record<string, string> },
  ][] = [
    ['POST /signup', words`email phone password data channel code_challenge code_challenge_method`, anybody],
    ['POST /token?grant_type=password', words`email phone password`, anybody],
    ['POST /token?grant_type=refresh_token', words`refresh_token`, anybody],
    ['POST /token?grant_type=pkce', words`auth_code code_verifier`, anybody],
    ['POST /token?grant_type=id_token', words`provider id_token access_token nonce`, anybody],
    ['POST /otp', words`email phone create_user data channel code_challenge`, anybody],
    ['POST /verify', words`type token email phone token_hash`, anybody],
    ['POST /recover', words`email code_challenge`, anybody],
    ['POST /resend', words`type email phone`, anybody],
    ['PUT /user', words`email phone nonce data current_password`, user],
    ['POST /factors', words`factor_type friendly_name issuer phone`, user],
    [`POST /factors/${crypto.randomUUID()}/verify`, words`challenge_id code`, user],
    ['POST /invite', words`email data`, {}],
    [
      'POST /admin/users',
      words`email phone password password_hash user_metadata app_metadata role ban_duration id`,
      {},
    ],
    [
      `PUT /admin/users/${data.user?.id}`,
      words`email phone password_hash email_confirm app_metadata ban_duration`,
      {},
    ],
    ['POST /admin/generate_link', words`type email password new_email data redirect_to`, {}],
  ];
  await forEach(endpoints, async ([request, fields, as]) => {
    const [method = '', path = ''] = request.split(' ');
    for (const body of [
      ...BODIES,
      ...fields.flatMap((field) => WRONG.map((value) => `{"${field}":${value}}`)),
    ]) {
      const answer = await target.ask(method, `/auth/v1${path}`, { ...as, body });
      if (answer.status >= 400 && !/^[a-z_]+$/.test(codeOf(answer) ?? ''))
        throw new Error(`${request} ${String(body).slice(0, 80)} has no code: ${answer.body}`);
    }
  });
});

test('ids that are none belong to nobody', async () => {
  const ids = words`x %00 %ff %2e%2e .. ' __proto__ %E2%80%AE 00000000-0000-0000-0000-000000000000`;
  const paths = words`
    /admin/users/ID /admin/users/ID/factors /admin/users/ID/sessions /admin/users/ID/factors/ID /factors/ID
    /factors/ID/verify /user/identities/ID /admin/mailbox/ID /oauth/authorizations/ID`;
  await forEach(paths, async (path) => {
    for (const id of [...ids, 'x'.repeat(20_000)])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const sent = method === 'PUT' ? { body: '{}' } : {};
        const { status } = await target.ask(method, `/auth/v1${path.replaceAll('ID', id)}`, sent);
        expect([400, 401, 403, 404], `${method} ${path} ${id.slice(0, 40)}`).toContain(status);
      }
  });
});

test('links lead to the application, whatever was asked for', async ({ api }) => {
  const { keys, ref } = target;
  const email = newEmail();
  await clientOf(keys.url, keys.anon).auth.signUp({ email, password: PASSWORD });
  const { body: settings } = await api.request('GET', `/v1/projects/${ref}/config/auth`);
  const site = new URL(settings.site_url).origin;
  const elsewhere = words`
    https://evil.example //evil.example javascript:alert(1) data:text/html,x https:evil.example \\evil.example`;
  const dressedUp = [
    `${site}@evil.example`,
    `${site}.evil.example`,
    `${site}\\@evil.example`,
    `${site}\r\nx-injected: y`,
  ];
  for (const address of [...elsewhere, ...dressedUp]) {
    const query = `redirect_to=${encodeURIComponent(address)}`;
    const followed = await target.ask('GET', `/auth/v1/verify?token=abc&type=signup&${query}`, { key: null });
    const returned = await target.ask('GET', `/auth/v1/callback?state=x&code=y&${query}`, { key: null });
    for (const answer of [followed, returned]) expect(new URL(locationOf(answer)).origin, address).toBe(site);
    const body = JSON.stringify({ type: 'magiclink', email });
    const link = await target.ask('POST', `/auth/v1/admin/generate_link?${query}`, { body });
    expect(new URL(JSON.parse(link.body).redirect_to).origin, address).toBe(site);
  }
});

test('what people say about themselves stays text in mails and objects', async ({ api }) => {
  const { keys, ref } = target;
  await setAuth(api, ref, {
    mailer_autoconfirm: false,
    mailer_templates_confirmation_content: '<p title="{{ .Data.name }}">{{ .Data.name }}</p> {{ .Token }}',
    mailer_subjects_confirmation: 'For {{ .Data.name }}',
  });
  const name = '"><script>alert(1)</script>{{ .TokenHash }}\r\nBcc: b@example.com';
  const data = `{"name":${JSON.stringify(name)},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`;
  const signUp = async (email: string) => {
    const body = `{"email":"${email}","password":"${PASSWORD}","data":${data}}`;
    expect((await target.ask('POST', '/auth/v1/signup', { key: keys.anon, body })).status).toBe(200);
    const { body: mailbox } = await api.request('GET', `/platform/auth/${ref}/mailbox`);
    const { id } = mailbox.messages.find((each: { recipient: string }) => each.recipient === email);
    return (await api.request('GET', `/platform/auth/${ref}/mailbox/${id}`)).body;
  };
  let email = '';
  let mail = { subject: '', html: '' };
  // The settings reach whoever signs people up and sends mails some milliseconds after the answer that they are stored.
  await expect(async () => {
    email = newEmail();
    mail = await signUp(email);
    expect(mail.subject).toMatch(/^For /);
  }).toPass();
  expect(mail.subject).toMatch(/^For "><script>.*Bcc: b@example\.com$/);
  expect(mail.html).toContain('&lt;script&gt;');
  expect(mail.html).not.toContain('<script>');
  expect(mail.html).toContain('{{ .TokenHash }}');
  const plain = `{"email":"${newEmail()}","password":"${PASSWORD}"}`;
  const other = await target.ask('POST', '/auth/v1/signup', { key: keys.anon, body: plain });
  expect(other.body).not.toContain('polluted');
  const stored = await api.rows(
    ref,
    `select raw_user_meta_data->>'name' as name from auth.users where email = '${email}'`,
  );
  expect(stored).toEqual([{ name }]);
});

test('answers do not tell who has an account', async ({ api }) => {
  await setAuth(api, target.ref, { mailer_autoconfirm: false });
  for (const [path, more] of [
    ['/token?grant_type=password', { password: 'wrong' }],
    ['/recover', {}],
    ['/otp', {}],
    ['/resend', { type: 'signup' }],
    ['/verify', { type: 'email', token: '123456' }],
  ] as const) {
    const known = newEmail();
    const account = JSON.stringify({ email: known, password: PASSWORD, email_confirm: true });
    expect((await target.ask('POST', '/auth/v1/admin/users', { body: account })).status).toBe(200);
    const [about, instead] = await Promise.all(
      [known, newEmail()].map((email) => {
        const body = JSON.stringify({ ...more, email });
        return target.ask('POST', `/auth/v1${path}`, { key: target.keys.anon, body });
      }),
    );
    expect([path, about?.status, about?.body]).toEqual([path, instead?.status, instead?.body]);
  }
});

function locationOf({ head }: RawAnswer): string {
  return /\r\nlocation: ([^\r]*)/i.exec(head)?.[1] ?? '';
}
