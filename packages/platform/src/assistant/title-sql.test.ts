import { describe, expect, it } from 'vitest';
import { readTitle } from './title-sql.ts';

describe('readTitle', () => {
  it.each([
    ['{"title":"Rocks by age","description":"Counts rocks."}', 'Rocks by age'],
    ['```json\n{"title": "Rocks by age"}\n```', 'Rocks by age'],
    ['Rocks by age\nThis query counts.', 'Rocks by age'],
    ['{"title": 5}', '{ title : 5}'],
  ])('reads %j', (text, title) => {
    expect(readTitle(text).title).toBe(title);
  });

  it('keeps titles short and on one line', () => {
    expect(readTitle(JSON.stringify({ title: `a\n${'b'.repeat(1_000)}` })).title).toMatch(/^a b{254}$/);
  });

  it('says that there is none', () => {
    expect(() => readTitle(' \n ')).toThrow('The AI provider sent no title. Ask again.');
  });
});
