import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsGlob } from './allow-list.ts';
import { allowedRedirect } from './allowed-redirect.ts';

const SITE = 'https://app.example.com';
const allows = (address: string, list = '', site = SITE) => {
  const answer = allowedRedirect(address, { site_url: site, uri_allow_list: list });
  return answer !== site || address === site;
};

describe('the site itself', () => {
  test.each([
    ['https://app.example.com/welcome', true],
    ['https://app.example.com/a/b?c=d#e', true],
    ['HTTPS://APP.example.com/', true],
    ['https://app.example.com:443/', true],
    ['https://app.example.com:8443/', false],
    ['http://app.example.com/', false],
    ['https://example.com/', false],
    ['https://app.example.com.evil.com/', false],
    ['https://app.example.com@evil.com/', false],
    ['https://evil.com\\@app.example.com/', false],
    ['https://evil.com/https://app.example.com', false],
    ['https://evil.com?app.example.com', false],
    ['https://evil.com#app.example.com', false],
    ['//evil.com', false],
    ['/welcome', false],
    ['javascript://app.example.com/%0aalert(1)', false],
    ['https://app.example.com\n.evil.com/', false],
    ['https:/evil.com', false],
    ['https:app.example.com', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    expect(allows(address)).toBe(expected);
  });

  test('on this machine may have another port', () => {
    expect(allows('http://localhost:5173/x', '', 'http://localhost:3000')).toBe(true);
    expect(allows('http://127.0.0.1:5173/x', '', 'http://localhost:3000')).toBe(false);
  });

  test('is where everything else leads', () => {
    const settings = { site_url: SITE, uri_allow_list: '' };
    expect([null, '', 'https://evil.com', 'x'].map((address) => allowedRedirect(address, settings))).toEqual(
      Array(4).fill(SITE),
    );
  });
});

describe('the allow list', () => {
  test.each([
    ['https://good.com/**', 'https://good.com/a/b.html?c=d', true],
    ['https://good.com/**', 'https://good.com', true],
    ['https://good.com/**', 'https://good.com.evil.com/', false],
    ['https://good.com', 'https://good.com/', true],
    ['https://good.com', 'https://good.com/a', false],
    ['https://good.com/', 'https://good.com', true],
    ['https://good.com/a', 'https://good.com/a?b=c', false],
    ['https://good.com/*', 'https://good.com/a', true],
    ['https://good.com/*', 'https://good.com/a/b', false],
    ['https://good.com/*', 'https://good.com/a.b', false],
    ['https://good.com/?', 'https://good.com/a', true],
    ['https://good.com/?', 'https://good.com/ab', false],
    ['https://*.good.com/**', 'https://a.good.com/b', true],
    ['https://*.good.com/**', 'https://a.b.good.com/c', false],
    ['https://**.good.com/**', 'https://a.b.good.com/c', true],
    ['https://**.good.com/**', 'https://evil.com/.good.com/', false],
    ['https://*.good.com/**', 'https://evil.com?.good.com/', false],
    ['https://good.com**', 'https://good.com/a', true],
    ['https://good.com**', 'https://good.com.evil.com/', false],
    ['https://**', 'https://any.where/a', true],
    ['http://localhost:*', 'http://localhost:3000/', true],
    ['http://localhost:*/**', 'http://localhost:3000/a', true],
    ['http://localhost:*', 'http://localhost.evil.com:1/', false],
    ['myapp://**', 'myapp://callback/a', true],
    ['myapp://callback', 'myapp://callback', true],
    ['myapp://callback', 'other://callback', false],
    ['exp://192.168.1.1:8081/--/*', 'exp://192.168.1.1:8081/--/auth', true],
    ['https://good.com/**', 'http://good.com/a', false],
    ['https://good.com/a/**', 'https://good.com/a/../b', false],
    ['https://good.com/a/**', 'https://good.com/a/%2e%2e/b', false],
    ['https://bad.com, https://good.com/**', 'https://good.com/a', true],
    ['**', 'https://good.com/a', false],
    ['javascript://**', 'javascript://x/%0aalert(1)', false],
    ['https://good.com/**', `https://good.com/${'a'.repeat(3000)}`, false],
  ])('%s with %s: %s', (list, address, expected) => {
    expect(allows(address, list)).toBe(expected);
  });

  test('never lets an address of another host through, however it is written', () => {
    const pieces = fc.constantFrom(
      'https:',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '.',
      '..',
      '%2f',
      '%00',
      '\t',
      '\n',
      ' ',
      '\u3002',
      '[',
      ']',
      'good.com',
      'app.example.com',
      'evil.com',
      'a',
      '443',
      'javascript:',
      '*',
      '\u0000',
      '\u202e',
      'ß',
      '。',
    );
    const address = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    const settings = { site_url: SITE, uri_allow_list: 'https://good.com/**, https://*.good.com/*' };
    fc.assert(
      fc.property(
        fc.oneof(
          address,
          address.map((rest) => `https://${rest}`),
          fc.webUrl(),
        ),
        (text) => {
          const { protocol, hostname, username } = new URL(allowedRedirect(text, settings));
          expect(protocol).toBe('https:');
          expect(hostname).toMatch(/^(app\.example\.com|([^.]+\.)?good\.com)$/);
          expect(username).toBe('');
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('a pattern', () => {
  test('without wildcards stands for itself', () => {
    const plain = fc.string().filter((text) => !/[*?]/.test(text));
    fc.assert(fc.property(plain, plain, (text, pattern) => fitsGlob(text, pattern) === (text === pattern)));
  });

  test('fits what an ordinary expression of the same meaning fits', () => {
    const characters = fc.constantFrom('a', 'b', '.', '/');
    const text = fc.array(characters, { maxLength: 8 }).map((parts) => parts.join(''));
    const pattern = fc.array(fc.oneof(characters, fc.constantFrom('*', '**', '?')), { maxLength: 6 });
    fc.assert(
      fc.property(text, pattern, (tried, parts) => {
        const glob = parts.join('');
        const expression = (glob.match(/\*\*+|./g) ?? [])
          .map((part) =>
            part.startsWith('**') ? '.*' : part === '*' ? '[^./]*' : part === '?' ? '[^./]' : `\\${part}`,
          )
          .map((part) => part.replace('\\a', 'a').replace('\\b', 'b'))
          .join('');
        expect(fitsGlob(tried, glob)).toBe(new RegExp(`^${expression}$`).test(tried));
      }),
      { numRuns: 2000 },
    );
  });

  test('with many stars is no trap', () => {
    expect(fitsGlob('a'.repeat(2000), `${'**a'.repeat(40)}b`)).toBe(false);
  });
});
