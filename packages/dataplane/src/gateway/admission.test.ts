import { expect, test } from 'vitest';
import { projectUrl, splitUrl } from './admission.ts';

const REF = 'abcdefghijklmnopqrst';
const PREFIX = `/${REF}/rest/v1`;

test.each([
  ['', '/', null],
  ['/', '/', null],
  ['?select=*', '/?select=*', null],
  ['/items?id=eq.1', '/items?id=eq.1', null],
  ['/items?apikey=k', '/items', 'k'],
  ['/items?id=eq.1&apikey=a%2Bb&order=id', '/items?id=eq.1&order=id', 'a+b'],
  ['/items?apikey=%zz', '/items', '%zz'],
  ['/items?myapikey=eq.1', '/items?myapikey=eq.1', null],
  ['/apikey=1', '/apikey=1', null],
])('%s is %s for the service', (rest, url, apikey) => {
  expect(splitUrl(`${PREFIX}${rest}`, PREFIX.length)).toEqual({ url, apikey });
});

test.each([
  [`${REF}.api.example.com`, `/${REF}/rest/v1`],
  [`${REF}.api.example.com:8001`, `/${REF}/rest/v1`],
  [`${REF.toUpperCase()}.API.example.com`, `/${REF}/rest/v1`],
  ['api.example.com', '/rest/v1'],
  ['short.api.example.com', '/rest/v1'],
  [`${REF}.evil.com`, '/rest/v1'],
  [`${REF}.api.example.com.evil.com`, '/rest/v1'],
])('by host %s the address is %s', (host, expected) => {
  expect(projectUrl('/rest/v1', host, 'api.example.com')).toBe(expected);
});

test.each([
  [`/.well-known/oauth-authorization-server/${REF}/auth/v1`, null],
  ['/.well-known/oauth-authorization-server/auth/v1', 'api.example.com'],
])('the description of a server is found before its path too: %s', (url, domain) => {
  const description = `/${REF}/auth/v1/.well-known/oauth-authorization-server`;
  expect(projectUrl(url, `${REF}.api.example.com`, domain)).toBe(description);
});

test('without a domain hosts of others mean nothing', () => {
  expect(projectUrl('/rest/v1', `${REF}.api.example.com`, null)).toBe('/rest/v1');
});

test.each([null, 'api.example.com'])(
  'by host below that of this machine a project is found, with %s too',
  (domain) => {
    expect(projectUrl('/rest/v1', `${REF}.basalt.localhost`, domain)).toBe(PREFIX);
    expect(projectUrl('/rest/v1', `${REF}.basalt.localhost:8443`, domain)).toBe(PREFIX);
    expect(projectUrl('/rest/v1', 'pooler.basalt.localhost', domain)).toBe('/rest/v1');
    expect(projectUrl('/rest/v1', `${REF}.basalt.localhost.evil.com`, domain)).toBe('/rest/v1');
  },
);

test.each([
  ['http://127.0.0.1:8001/x/rest/v1/items?a=http://b/c', '/x/rest/v1/items?a=http://b/c'],
  ['HTTPS://elsewhere/x', '/x'],
  ['http://elsewhere', '/'],
  ['http://elsewhere?x=1', '/?x=1'],
  ['*', '*'],
])('what a proxy is asked, %s, is %s', (url, expected) => {
  expect(projectUrl(url, 'elsewhere', null)).toBe(expected);
});

/** By which projects are found beside their refs. */
const NAMES = {
  refOfHost: (host: string) => (host === 'api.acme.com' ? REF : null),
  refOfLabel: (label: string) => (label === 'quarry' ? REF : null),
};
const OTHER = 'bcdefghijklmnopqrstu';
test.each([
  ['api.acme.com', null, '/rest/v1/a', `/${REF}/rest/v1/a`],
  ['API.acme.com:443', 'api.test', '/rest/v1/a', `/${REF}/rest/v1/a`],
  // What is meant for another project is not caught by a host name.
  ['api.acme.com', null, `/${OTHER}/rest/v1/a`, `/${OTHER}/rest/v1/a`],
  ['quarry.api.test', 'api.test', '/rest/v1/a', `/${REF}/rest/v1/a`],
  ['quarry.api.test', 'api.test', `/${OTHER}/rest/v1/a`, `/${OTHER}/rest/v1/a`],
  ['quarry.basalt.localhost', null, '/rest/v1/a', `/${REF}/rest/v1/a`],
  ['nobody.api.test', 'api.test', '/rest/v1/a', '/rest/v1/a'],
  ['127.0.0.1:8001', null, '/quarry/rest/v1/a', `/${REF}/rest/v1/a`],
  ['127.0.0.1:8001', 'api.test', '/quarry/rest/v1/a', '/quarry/rest/v1/a'],
  ['127.0.0.1:8001', null, '/nobody/rest/v1/a', '/nobody/rest/v1/a'],
])('a project has another name: %s below %s with %s', (host, domain, url, expected) => {
  expect(projectUrl(url, host, domain, NAMES)).toBe(expected);
});
