import { describe, expect, test } from 'vitest';
import { NOTHING_ALLOWED, readAllowed } from '../addresses/allowed.ts';
import { type FindOptions, findServer } from './find-server.ts';
import { hostOfUrl, readHost } from './read-host.ts';

/** What people write who want this machine, its network or its cloud's secrets, as a host and within a URL. */
const HOSTILE = [
  // Loopback.
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '2130706433.',
  '0x7f000001',
  '0X7F000001',
  '0x7f.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f.1',
  '0x7f000001.',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00000177.0.0.1',
  '0177.0x0.0.1',
  '127.0.0.0x1',
  '１２７.0.0.1',
  '１２７．０．０．１',
  '127。0。0。1',
  '127｡0｡0｡1',
  '①②⑦.⓪.⓪.①',
  '①②⑦.0.0.1',
  '127.0.0.１',
  '0ｘ7f000001',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'LocalHost',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'ｌｏｃａｌｈｏｓｔ',
  'loc\u00adalhost',
  'localhost.localdomain',
  'anything.localhost',
  '[::1]',
  '[::1.]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0001]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001::1]',
  '[2001:0:7f00:1::]',
  '[2001:0:53aa:64c:0:0:80ff:fffe]',
  '[::ffff:0:127.0.0.1]',
  // This network, unspecified.
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '0.',
  '[::]',
  '[0::0]',
  '[::ffff:0.0.0.0]',
  // Private.
  '10.0.0.1',
  '10.1',
  '0xa000001',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '3232235521',
  '0xc0a80001',
  '[::ffff:10.0.0.1]',
  '[::ffff:c0a8:1]',
  '[64:ff9b::10.0.0.1]',
  '[2002:a00:1::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fec0::1]',
  // Carriers, link-local, with zones.
  '100.64.0.1',
  '100.100.100.200',
  '169.254.0.1',
  '[fe80::1]',
  '[fe80::1%25eth0]',
  '[fe80::1%eth0]',
  'fe80::1%eth0',
  // Metadata of clouds.
  '169.254.169.254',
  '169.254.169.254.',
  '2852039166',
  '0xa9fea9fe',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '025177524776',
  '169.16689662',
  '１６９.254.169.254',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::169.254.169.254]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '168.63.129.16',
  '192.0.0.192',
  'metadata.google.internal',
  'METADATA.google.internal.',
  'metadata',
  'metadata.goog',
  'instance-data',
  'metadata.azure.internal',
  // Multicast, broadcast, reserved, documentation, measuring.
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  '0xffffffff',
  '240.0.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '192.88.99.1',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  // More or less than a host.
  '',
  ' ',
  '.',
  '..',
  'a..b',
  'public.test..',
  'public.test:80',
  '127.0.0.1:80',
  'public.test@127.0.0.1',
  'user:pass@127.0.0.1',
  '127.0.0.1#public.test',
  '127.0.0.1?public.test',
  '127.0.0.1/public.test',
  '127.0.0.1\\public.test',
  '127.0.0.1\\@public.test',
  'public\t.test',
  'public\u0000.test',
  '127.0.0.1%00.public.test',
  '%31%32%37.0.0.1',
  '%6cocalhost',
  '256.0.0.1',
  '1.2.3.4.5',
  '08.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '[::1',
  '::1]',
  '[::1]x',
  '*',
  'unix:/run/x',
];

const LEADS_HERE = [{ address: '127.0.0.1' }, { address: '::1' }];
/** A resolver that calls every name of ours this machine, and all others the public internet. */
const find: FindOptions = {
  allowed: NOTHING_ALLOWED,
  resolve: async (name) => (/localhost/.test(name) ? LEADS_HERE : [{ address: '93.184.215.14' }]),
  ownAddresses: () => ['185.10.10.10', '2a01:4f8::7'],
};

const reach = async (text: string) => findServer(readHost(text), find);
const reachByUrl = async (text: string) => findServer(hostOfUrl(new URL(`http://${text}/`)), find);

test('the list is long', () => expect(new Set(HOSTILE).size).toBeGreaterThan(130));

describe('nobody reaches', () => {
  test.each(HOSTILE)('%j as a host', async (text) => {
    await expect(reach(text)).rejects.toThrow();
  });

  // A URL says more than its host, and what is more is refused elsewhere or goes to the server that the URL names.
  test.each(HOSTILE.filter((text) => !/public|^$|^ $|:80$|unix/.test(text)))('%j in a URL', async (text) => {
    await expect(reachByUrl(text)).rejects.toThrow();
  });

  test.each(['185.10.10.10', '::ffff:185.10.10.10', '[2A01:4f8::7]', '3104442890'])(
    '%s, a public address of this machine',
    async (text) => {
      await expect(reach(text)).rejects.toThrow();
    },
  );
});

test.each([
  ['public.test', '93.184.215.14'],
  ['Public.TEST.', '93.184.215.14'],
  [' bücher.example', '93.184.215.14'],
  ['my_host.test', '93.184.215.14'],
  ['1.1.1.1', '1.1.1.1'],
  ['2606:4700::1111', '2606:4700::1111'],
  ['[2606:4700::1111]', '2606:4700::1111'],
])('%j is reached', async (text, address) => {
  expect((await reach(text)).map((server) => server.address)).toEqual([address]);
});

test('of a name with several addresses only those are asked that may be', async () => {
  const resolve = async () =>
    ['10.0.0.1', 'fe80::1%eth0', '1.1.1.1', '::1', 'rubbish'].map((address) => ({ address }));
  expect(await findServer(readHost('mixed.test'), { ...find, resolve })).toEqual([
    { address: '1.1.1.1', family: 4 },
  ]);
});

test('the operator opens ranges and names, one by one', async () => {
  const allowed = readAllowed('10.1.0.0/16,keycloak.internal,metadata,185.10.10.10');
  const resolve = async () => [{ address: '10.9.9.9' }];
  const ask = async (text: string) =>
    (await findServer(readHost(text), { ...find, allowed, resolve })).map(({ address }) => address);
  expect(await ask('10.1.2.3')).toEqual(['10.1.2.3']);
  expect(await ask('0xa010203')).toEqual(['10.1.2.3']);
  expect(await ask('Keycloak.Internal.')).toEqual(['10.9.9.9']);
  expect(await ask('metadata')).toEqual(['10.9.9.9']);
  expect(await ask('185.10.10.10')).toEqual(['185.10.10.10']);
  for (const text of ['10.2.0.1', 'other.internal', '127.0.0.1', '10.9.9.9'])
    await expect(ask(text)).rejects.toThrow();
});
