import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { plainText, readMarkdown } from './read-markdown.ts';

/** The HTML that a browser would get, without classes and what only styles. */
function show(markdown: string): string {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Markdown
        tokens={readMarkdown(markdown)}
        relativeLink={(href, words) => <a href={`beside:${href}`}>{words}</a>}
      />
    </MantineProvider>,
  );
  return html
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/ (class|tabindex)="[^"]*"/g, '')
    .replace(/^<div>|<\/div>$/g, '');
}

describe('Markdown', () => {
  test.each([
    [
      '## What is measured, and when it warns',
      '<h2 id="what-is-measured-and-when-it-warns">What is measured, and when it warns</h2>',
    ],
    ['### Steps', '<h3 id="steps">Steps</h3>'],
    ['First line\nand second.', '<p>First line\nand second.</p>'],
    ['- one\n  goes on\n- two', '<ul><li>one\ngoes on</li><li>two</li></ul>'],
    ['1. step\n2. next', '<ol start="1"><li>step</li><li>next</li></ol>'],
    [
      '| a | b |\n| - | - |\n| 1 | `2` |',
      '<div role="group" aria-label="Table"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div>',
    ],
    ['> said', '<blockquote><p>said</p></blockquote>'],
    ['Set `a_b`, **now**, in _a_.', '<p>Set <code>a_b</code>, <strong>now</strong>, in <em>a</em>.</p>'],
    ['of auth_rate_limit_x and 2 * 3.', '<p>of auth_rate_limit_x and 2 * 3.</p>'],
    [
      '[file](x.md#y) [web](https://example.com)',
      '<p><a href="beside:x.md#y">file</a> <a href="https://example.com" target="_blank" rel="noopener noreferrer">web</a></p>',
    ],
    ['**open `open [open](', '<p>**open `open [open](</p>'],
    ['a &lt; b &amp; c', '<p>a &lt; b &amp; c</p>'],
  ])('%j', (markdown, html) => {
    expect(show(markdown)).toBe(html);
  });

  test('keeps what is in a fence, with or without its end', () => {
    expect(show('```sql\n# no heading\n\n- no item\n```')).toContain('# no heading\n\n- no item');
    expect(show('```\nopen')).toContain('open');
  });

  test.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<svg/onload=alert(1)>',
    '![x](https://example.com/pixel.png)',
    '![" onerror="alert(1)](x)',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](\u0001javascript:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '`<script>alert(1)</script>`',
    '| <script> |\n| - |\n| <iframe src=x> |',
    '## <b onclick=alert(1)>',
    '[x](https://example.com/"onclick="alert(1))',
  ])('%j brings no element, attribute or scheme of its own', (markdown) => {
    const html = show(markdown);
    const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) =>
      tag.replace(/href="(https?:|beside:)[^"]*"/, ''),
    );
    expect(tags.join('')).not.toMatch(/<(script|img|svg|iframe|b\b)|\son\w+=|href=/i);
  });

  test('shows a text that is nested too deep as it stands', () => {
    expect(show(`${'> '.repeat(200)}deep`)).toContain('deep');
    expect(show(`${'>'.repeat(5_000)}deep`)).toContain('deep');
    expect(show(`${'*a **b '.repeat(3_000)}`)).toContain('b');
  });
});

test('a heading has plain words', () => {
  const [heading] = readMarkdown('# Disk `and` **size** &amp; more');
  expect(heading?.type === 'heading' && plainText(heading.tokens)).toBe('Disk and size & more');
});
