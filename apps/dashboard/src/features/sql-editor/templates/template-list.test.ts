import { expect, it } from 'vitest';
import { findTemplates, TEMPLATES } from './template-list.ts';

const files = Object.keys(import.meta.glob('./sql/*.sql')).map((path) => path.slice('./sql/'.length, -4));

it('offers every file, each with its text', () => {
  expect(TEMPLATES.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
  for (const { id, sql } of TEMPLATES) expect(sql, id).not.toBe('');
});

it('finds by words in any order', () => {
  expect(findTemplates('TABLE create').map(({ id }) => id)).toContain('create-table');
  expect(findTemplates('chat').map(({ id }) => id)).toEqual(['slack-like-chat']);
  expect(findTemplates('no such thing')).toEqual([]);
  expect(findTemplates('  ')).toHaveLength(TEMPLATES.length);
});
