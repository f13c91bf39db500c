import { expect, test } from 'vitest';
import {
  formatFor,
  imageFormatOf,
  parseTransformation,
  readTransformation,
  transformationText,
} from './transformation.ts';

test.each([
  [{}, 'resize:cover,quality:80'],
  [{ width: '300' }, 'width:300,resize:cover,quality:80'],
  [
    { height: 2500, width: 1, resize: 'fill', quality: '20', format: 'origin' },
    'width:1,height:2500,resize:fill,quality:20,format:origin',
  ],
])('%j is one text, which is read back', (input, text) => {
  const wanted = readTransformation(input);
  expect(transformationText(wanted)).toBe(text);
  expect(parseTransformation(text)).toEqual(wanted);
});

test.each([
  [{ width: 0 }, 'width'],
  [{ width: 2501 }, 'width must be at most 2500'],
  [{ height: '1e9' }, 'height must be at most'],
  [{ height: '-1' }, 'height'],
  [{ width: 'wide' }, 'width'],
  [{ width: ['1', '2'] }, 'width'],
  [{ resize: 'stretch' }, 'resize must be one of'],
  [{ resize: '__proto__' }, 'resize must be one of'],
  [{ quality: 19 }, 'quality'],
  [{ quality: 101 }, 'quality must be at most 100'],
  [{ format: 'bmp' }, 'format must be origin'],
])('%j is refused', (input, message) => expect(() => readTransformation(input)).toThrow(message));

test('clients get what they can show', () => {
  const any = readTransformation({});
  expect(formatFor('png', 'image/avif,image/webp,*/*', any)).toBe('webp');
  expect(formatFor('png', '*/*', any)).toBe('png');
  expect(formatFor('avif', undefined, any)).toBe('jpeg');
  expect(formatFor('png', 'image/webp', readTransformation({ format: 'origin' }))).toBe('png');
});

test('what an image is, its bytes say', () => {
  expect(imageFormatOf(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toBe('png');
  expect(imageFormatOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull();
  expect(imageFormatOf(Buffer.from('%PDF-1.7'))).toBeNull();
  expect(imageFormatOf(Buffer.alloc(0))).toBeNull();
});
