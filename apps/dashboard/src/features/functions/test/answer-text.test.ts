import { expect, test } from 'vitest';
import { answerText } from './answer-text.ts';

const text = (body: string, is_cut = false) => answerText({ body, encoding: 'text', is_cut });

test.each([
  ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
  ['{"a":', '{"a":'],
  ['12345678901234567890', '12345678901234567890'],
  ['plain', 'plain'],
])('shows %j for people', (body, shown) => expect(text(body)).toBe(shown));

test('an answer that was cut stays as it came', () => expect(text('[1]', true)).toBe('[1]'));

test('bytes are shown in digits and letters', () => {
  const body = btoa(`PNG\0${'x'.repeat(1_100)}`);
  const shown = answerText({ body, encoding: 'base64', is_cut: false });
  expect(shown.split('\n')[0]).toBe(
    '000000  50 4e 47 00 78 78 78 78 78 78 78 78 78 78 78 78  PNG.xxxxxxxxxxxx',
  );
  expect(shown).toContain('… and 80 more bytes');
});
