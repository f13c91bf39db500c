import { type AttackedProject, attackedProject, codeOf, forEach, words } from '../basalt/attacked-project.ts';
import { rawRequest } from '../basalt/raw-http.ts';
import { expect, test } from '../basalt/test.ts';

let target: AttackedProject;

test.beforeAll(async ({ api, basalt, project }) => {
  target = await attackedProject(api, basalt, project.ref);
});
test.afterEach(() => target.expectOthersUnharmed());

const QUERIES = [
  ...words`
    % %zz id=eq.%00 id=eq.%ff id=eq.%c0%80 id=eq.%ed%a0%80 %00=eq.1 %ff=eq.1 = &&=
    select= select=, select=(((( select=quarries( select=quarries) select=... select=id:: select=%22 select=stones(*)
    select=id::regclass;drop select=id.sum() select=__proto__ select=constructor(*) select=nothing(*)
    order=id. order=id.desc.desc order=nothing order=quarries(name) limit=x limit=-1 offset=-1
    offset=99999999999999999999 offset=9223372036854775808 limit=99999999999999999999 quarries.limit=1
    or= or=( or=() or=(id.eq.1 not.not.or=(id.eq.1) id=not.not.eq.1 id=eq(any).{1 id=in.( id=in.("
    id=nothing.1 nothing=eq.1 id=eq.one id=eq.1e400 sides=eq.99999999999 at=eq.nonsense ok=eq.maybe
    name=match.( name=fts(nothing).a name=fts.%26 span=sl.x tags=cs.{ meta-%3E%3Ea-%3Eb=eq.1 meta-%3E=eq.1
    id=eq.1;drop%20table%20stones id=eq.1'%20or%20'1'='1 id=eq.$1 name=like.%5C __proto__=eq.1 constructor=eq.1
    columns= columns=%22 on_conflict=nothing %EF%BD%89%EF%BD%84=eq.1 id%CC%81=eq.1 id=eq.%EF%BC%91`,
  `or=${'('.repeat(5000)}`,
  `or=${'(or'.repeat(60)}(id.eq.1)${')'.repeat(60)}`,
  `select=${'quarries(stones('.repeat(40)}id${'))'.repeat(40)}`,
  `select=${Array.from({ length: 3000 }, (_, index) => `c${index}:id`).join(',')}`,
  `select=meta${'-%3Ea'.repeat(3000)}`,
  Array.from({ length: 3000 }, () => 'id=gt.0').join('&'),
  `name=eq.${'x'.repeat(60_000)}`,
  `${'x'.repeat(60_000)}=eq.1`,
];

test('malformed, unknown and endless queries are refused, to read and to write', async () => {
  const codes = new Set<string | undefined>();
  const write = { body: '{"name":"x"}', headers: { prefer: 'handling=strict,max-affected=0' } };
  await forEach(QUERIES, async (query) => {
    codes.add(codeOf(await target.ask('GET', `/rest/v1/stones?${query}`)));
    codes.add(codeOf(await target.ask('PATCH', `/rest/v1/stones?${query}`, write)));
    codes.add(codeOf(await target.ask('PATCH', `/rest/v1/stones?${query}&id=gt.0`, write)));
  });
  const expected = words`PGRST100 PGRST103 PGRST108 PGRST123 PGRST124 PGRST200 21000 22P02 22003 42703`;
  expect([...codes]).toEqual(expect.arrayContaining(expected));
});

test('paths lead where they say and nowhere else', async () => {
  const paths = words`
    // /./ /stones/ /stones// /../stones /%2fstones /stones%2f /stones%00 /stones%20 /STONES /pg_authid /%ff /%zz
    /pg_catalog.pg_class /auth.users /rpc/ /rpc/pg_sleep /rpc/echo/x /__proto__ /rpc/constructor /%E2%80%AE`;
  await forEach([...paths, `/${'x'.repeat(60_000)}`], async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status } = await target.ask(method, `/rest/v1${path}`, method === 'POST' ? { body: '{}' } : {});
      expect([400, 404, 405], `${method} ${path}`).toContain(status);
    }
  });
});

test('the path says which project, in one way only', async () => {
  const { ref, origin, keys } = target;
  const get = async (url: string, host = 'elsewhere.example') =>
    (await rawRequest(origin, { method: 'GET', target: url, headers: { apikey: keys.anon, host } })).status;
  const encoded = `%${ref.charCodeAt(0).toString(16)}${ref.slice(1)}`;
  for (const prefix of [
    encoded,
    `/${ref}`,
    `./${ref}`,
    `x/../${ref}`,
    ref.toUpperCase(),
    `${ref}%00`,
    '__proto__',
  ])
    expect([prefix, await get(`/${prefix}/rest/v1/stones`)]).toEqual([prefix, 404]);
  for (const service of ['/rest/v1', '%72est/v1', 'rest%2fv1', './rest/v1', 'rest/V1'])
    expect([service, await get(`/${ref}/${service}/stones`)]).toEqual([service, 404]);
  // What a proxy is asked means the same.
  const stones = `/${ref}/rest/v1/stones?limit=0`;
  expect(await get(stones)).toBe(200);
  for (const host of ['elsewhere.example', `${'x'.repeat(22)}health`]) {
    expect([host, await get(`http://${host}${stones}`, host)]).toEqual([host, 200]);
    // Two hosts in one request: a proxy would check one of them and we would serve the other.
    expect([host, await get(`http://${host}${stones}`, `other.${host}`)]).toEqual([host, 400]);
  }
});

test('headers of every kind are read or ignored', async () => {
  const names = words`
    accept prefer range accept-profile content-profile content-type cookie x-forwarded-for traceparent origin __proto__`;
  const values = words`
    " \ ' ,,, ;;; = 9-2 0-99999999999999999999 timezone=Nowhere handling=strict,x handling=strict,max-affected=x
    application/vnd.pgrst.plan text/html */x text/csv;q=x auth a=%00 multipart/form-data`;
  await forEach(names, async (name) => {
    for (const value of [...values, '', '\xff', '\xc3\xa9', 'a'.repeat(20_000)]) {
      await target.ask('GET', '/rest/v1/stones?limit=1', { headers: { [name]: value } });
      await target.ask('POST', '/rest/v1/rpc/echo', { headers: { [name]: value }, body: '{"value":1}' });
    }
    await target.ask('GET', '/rest/v1/stones?limit=1', { headers: { [name]: ['a', 'b'] } });
  });
  const type = await target.ask('POST', '/rest/v1/stones', {
    headers: { 'content-type': 'no type' },
    body: '{}',
  });
  expect([type.status, codeOf(type)]).toEqual([400, 'PGRST102']);
});

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const BODIES: (string | Buffer)[] = [
  ...words`
    { [ null 1 "x" [1] [null] [[]] {"name":"x"}} {"name":NaN} {name:1} {'name':1} {"sides":01} {"nothing":1}
    {"sides":"x"} {"sides":1.5} {"sides":99999999999} {"sides":{}} {"at":"x"} {"ok":2} {"tags":"x"} {"span":[1]}
    {"name":"\u0000"} {"name":"\ud800"} {"\u0000":1} {"":1} {"__proto__":{"x":1}} {"constructor":{"prototype":1}}
    [{"name":"a"},{"sides":1}] [{"name":"a"},{"name":"a","name":"b","sides":1}] {"ｎａｍｅ":"x"} {"name\u0301":1}
    a=%ff a=%00 <x/>`,
  ...[
    '',
    ' ',
    '{"name":"\u0000"}',
    'name,sides\na',
    'name\n"',
    `name\n${','.repeat(5000)}`,
    'a&'.repeat(3000),
  ],
  ...[
    deep(501),
    deep(100_000),
    '{"a":'.repeat(100_000),
    `{"meta":${deep(499)}}`,
    `[${'{},'.repeat(5000)}{}]`,
  ],
  `{"${'k'.repeat(2_000_000)}":1}`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  ...[
    Buffer.from([0xff]),
    Buffer.from('{"name":"\xff"}', 'latin1'),
    Buffer.from('{}', 'utf16le'),
    Buffer.alloc(9),
  ],
];

test('bodies of every kind are taken or refused', async () => {
  const types = words`application/json text/csv application/x-www-form-urlencoded`;
  await forEach(BODIES, async (body) => {
    for (const request of ['POST /stones', 'PATCH /stones?id=eq.-1', 'POST /rpc/whole'])
      for (const type of types) {
        const [method = '', path = ''] = request.split(' ');
        const { status, head } = await target.ask(method, `/rest/v1${path}`, {
          headers: { 'content-type': type },
          body,
        });
        if (status >= 400) expect(head).toMatch(/proxy-status: PostgREST; error=\w+/i);
      }
  });
});

test('large bodies are read, or refused by name, while others are served', async () => {
  const million = 1024 * 1024;
  const names = Array.from({ length: 1000 }, (_, index) => `${index}`.padEnd(50, 'x'));
  // Every row repeats the names: a gigabyte of JSON.
  const wideCsv = `${names.join(',')}\n${`${','.repeat(999)}\n`.repeat(20_000)}`;
  const large: [path: string, type: string, body: string | Buffer, status: number][] = [
    ['/stones', 'application/json', `[${'{},'.repeat(4 * million)}{}]`, 400],
    ['/rpc/echo', 'application/json', `{"value":"${'x'.repeat(12 * million)}"}x`, 400],
    ['/stones', 'text/csv', wideCsv, 400],
    ['/stones', 'application/x-www-form-urlencoded', `name=${'+%41'.repeat(million)}`, 400],
    ['/rpc/size', 'application/octet-stream', Buffer.alloc(8 * million), 200],
    ['/stones', 'application/json', Buffer.alloc(51 * million, ' '), 413],
  ];
  for (const [path, type, body, status] of large) {
    const answer = target.ask('POST', `/rest/v1${path}`, { headers: { 'content-type': type }, body });
    await target.expectOthersUnharmed();
    expect([path, type, (await answer).status]).toEqual([path, type, status]);
  }
});
