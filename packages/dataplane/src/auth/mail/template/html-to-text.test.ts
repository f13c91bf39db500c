import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

test.each([
  ['<h1>Hello</h1><p>One\n  line</p><p>Two<br>lines</p>', 'Hello\nOne line\nTwo\nlines'],
  [
    '<p>Go <a class="b" href="https://x.test/?a=1&amp;b=2">there</a></p>',
    'Go there (https://x.test/?a=1&b=2)',
  ],
  ['<a href="https://x.test">https://x.test</a>', 'https://x.test'],
  ['<style>p { color: red }</style><title>T</title><p>kept</p><!-- not -->', 'kept'],
  ['a &lt; b &amp;&amp; c &#39;d&#x27; &nbsp;e &unknown;', "a < b && c 'd' e &unknown;"],
  ['<div><div></div></div><p>x</p><div></div><div></div><p>y</p>', 'x\n\ny'],
])('%s', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('any text is read to its end', () => {
  const piece = fc.constantFrom('<', '>', '<a href="', '</a>', '<style>', '<!--', '-->', '&#', ';', '"', ' ');
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
      expect(htmlToText(`${pieces.join('')}-->"></style></script></title></head><p>the end</p>`)).toMatch(
        /the end$/,
      );
    }),
  );
});
