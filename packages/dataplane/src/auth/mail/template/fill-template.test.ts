import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillHtmlTemplate, fillTextTemplate } from './fill-template.ts';

describe('fillHtmlTemplate', () => {
  const values = {
    ConfirmationURL: 'https://api.test/verify?token=a&type=signup',
    Token: '123456',
    SiteURL: 'https://app.test',
    Email: 'ann@app.test',
    RedirectTo: 'https://app.test/a?b=c&d=e',
    Data: { first_name: 'Ann', address: { city: 'Ghent' }, age: 41, tags: ['x'], lang: 'nl' },
  };

  test.each([
    ['Hello {{ .Email }}', 'Hello ann@app.test'],
    ['{{.Token}}|{{ .Token}}|{{.Token }}', '123456|123456|123456'],
    ['a  {{- .Token -}}  b', 'a123456b'],
    ['{{ .Data.first_name }} of {{ .Data.address.city }}, {{ .Data.age }}', 'Ann of Ghent, 41'],
    ['[{{ .Nothing }}{{ .Data.missing.deeper }}{{ .Data.tags }}{{ .Data }}]', '[]'],
    ['[{{ .constructor }}{{ .Data.__proto__ }}{{ .Data.constructor.name }}{{ .Data.toString }}]', '[]'],
    ['[{{ printf "%s" .Email }}{{ process.exit(1) }}{{ .Email | html }}{{ "text" }}]', '[]'],
    ['{{ unclosed .Email', '{{ unclosed .Email'],
    ['{{ if .Data.first_name }}Hi {{ .Data.first_name }}{{ else }}Hi{{ end }}.', 'Hi Ann.'],
    ['{{ if .Data.none }}yes{{ else }}no{{ end }}', 'no'],
    ['{{ if not .Data.none }}yes{{ end }}', 'yes'],
    ['{{ if eq .Data.lang "fr" }}Salut{{ else if eq .Data.lang "nl" }}Hallo{{ else }}Hi{{ end }}', 'Hallo'],
    ['{{ if ne .Data.lang "fr" }}a{{ if .Token }}b{{ end }}c{{ end }}', 'abc'],
    ['{{ range .Data.tags }}never{{ end }}x{{ end }}{{ else }}', 'x'],
    ['<a href="{{ .ConfirmationURL }}">', '<a href="https://api.test/verify?token=a&amp;type=signup">'],
    [
      '<a href="{{ .SiteURL }}/go?to={{ .RedirectTo }}">',
      '<a href="https://app.test/go?to=https%3A%2F%2Fapp.test%2Fa%3Fb%3Dc%26d%3De">',
    ],
  ])('%s', (template, filled) => {
    expect(fillHtmlTemplate(template, values)).toBe(filled);
  });

  test.each([
    ['<a href="{{ .Data.x }}">', 'javascript:alert(1)', '<a href="#">'],
    ['<a href="{{ .Data.x }}">', ' \u0001JavaScript:alert(1)', '<a href="#">'],
    ['<a href="{{ .Data.y }}{{ .Data.x }}">', 'script:alert(1)', '<a href="#">'],
    ['<a href="{{ .Data.x }}">', 'https://ok.test', '<a href="https://ok.test">'],
    ['<img src={{ .Data.x }}>', 'x onerror=alert(1)', '<img src=x&#32;onerror&#61;alert(1)>'],
    ["<p title='{{ .Data.x }}'>", "' onclick='x", "<p title='&#39; onclick=&#39;x'>"],
  ])('%s with %j', (template, x, filled) => {
    expect(fillHtmlTemplate(template, { Data: { x } })).toBe(filled);
  });

  test('no value adds a tag, an attribute, an entity or a placeholder', () => {
    const places = [
      '<p>{{ .Data.x }}</p>',
      '<p title="{{ .Data.x }}">t</p>',
      '<a href="/?q={{ .Data.x }}">t</a>',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...places), hostileText(), (template, x) => {
        const filled = fillHtmlTemplate(template, { Email: 'secret@app.test', Data: { x } });
        const [before = '', after = ''] = template.split('{{ .Data.x }}');
        expect(filled.startsWith(before) && filled.endsWith(after)).toBe(true);
        const value = filled.slice(before.length, filled.length - after.length);
        expect(value).not.toMatch(/[<>"'`]|&(?!(amp|lt|gt|#34|#39|#96);)/);
        expect(value).not.toContain('secret@app.test');
      }),
    );
  });

  test('any template and any value end in a text', () => {
    fc.assert(
      fc.property(hostileText(), hostileText(), (template, x) => {
        expect(typeof fillHtmlTemplate(template, { Token: x, Data: { x } })).toBe('string');
      }),
    );
  });

  test('values come as they are in plain text', () => {
    expect(fillTextTemplate('{{ .Data.x }} {{ .ConfirmationURL }}', { ...values, Data: { x: '<b>&' } })).toBe(
      '<b>& https://api.test/verify?token=a&type=signup',
    );
  });
});

function hostileText() {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '`',
    '&',
    '{{',
    '}}',
    '{{ .Email }}',
    '{{ if',
    '{{end}}',
    '=',
    ' ',
    '\n',
  );
  return fc
    .array(
      fc.oneof(
        piece,
        fc.array(fc.nat({ max: 0xffff }), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));
}
