import { expect, it } from 'vitest';
import { previewKind } from './preview-kind.ts';

it.each([
  ['a', 'image/svg+xml', 'image'],
  ['a', 'text/html; charset=utf-8', 'text'],
  ['a', 'application/pdf', 'pdf'],
  ['a.mp4', null, 'video'],
  ['a.PNG', 'application/octet-stream', 'image'],
  ['a.png', 'application/zip', 'none'],
  ['a', null, 'none'],
] as const)('%s of the type %s is shown as %s', (name, type, kind) => {
  expect(previewKind(name, type)).toBe(kind);
});
