// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { frameDocument } from './message-body.tsx';

const bodyOf = (html: string) => frameDocument(html).split('</head>')[1] ?? '';

describe('frameDocument', () => {
  it('keeps the words and the styles of a mail', () => {
    const text = frameDocument(
      '<html><head><style>p{color:red}</style></head><body style="background:#eee"><p style="margin:0">Your code is <b>123456</b></p></body></html>',
    );
    expect(text).toContain('<p style="margin:0">Your code is <b>123456</b></p>');
    expect(text).toContain('p{color:red}');
    expect(text).toContain('<body style="background:#eee">');
  });

  it.each([
    '<script>alert(1)</script>',
    '<iframe srcdoc="evil.example"></iframe>',
    '<object data="data:text/plain,evil.example"></object>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<base href="https://evil.example">',
    '<link rel="icon" href="https://evil.example">',
  ])('takes out %s', (html) => {
    const text = bodyOf(`<p>Hello</p>${html}`);
    expect(text).toContain('Hello');
    expect(text).not.toContain('evil.example');
    expect(text).not.toContain('alert');
  });

  it('leaves no link that would open inside of the frame', () => {
    expect(bodyOf('<a href="https://x.example" target="_self" ping="https://y.example">go</a>')).toContain(
      '<a href="https://x.example">go</a>',
    );
    expect(frameDocument('')).toContain('<base target="_blank">');
  });

  it('allows nothing from elsewhere', () => {
    expect(frameDocument('<p>a</p>')).toMatch(/Content-Security-Policy" content="default-src 'none'/);
  });
});
