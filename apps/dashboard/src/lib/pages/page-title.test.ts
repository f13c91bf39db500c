import { describe, expect, it } from 'vitest';
import { type PageTitleParts, pageTitle } from './page-title.ts';

describe('pageTitle', () => {
  it.each<[string, PageTitleParts, string]>([
    ['nothing but the product', {}, 'Basalt'],
    [
      'every part in order',
      { entity: 'todos', section: 'Rows', surface: 'Table editor', project: 'shop', organization: 'Acme' },
      'todos | Rows | Table editor | shop | Acme | Basalt',
    ],
    ['empty and blank parts are left out', { entity: '', section: '  ', surface: 'Home' }, 'Home | Basalt'],
    ['equal neighbours become one', { section: 'SQL editor', surface: 'SQL Editor' }, 'SQL editor | Basalt'],
    ['an organization called like the product', { organization: 'basalt' }, 'basalt'],
    [
      'equal parts apart stay',
      { surface: 'Acme', project: 'x', organization: 'Acme' },
      'Acme | x | Acme | Basalt',
    ],
    ['white space is squeezed', { project: ' my \n  shop\t' }, 'my shop | Basalt'],
    ['60 characters stay', { project: 'a'.repeat(60) }, `${'a'.repeat(60)} | Basalt`],
    ['61 characters are cut', { project: 'a'.repeat(61) }, `${'a'.repeat(59)}… | Basalt`],
    [
      'characters outside the basic plane count once',
      { project: '🪨'.repeat(60) },
      `${'🪨'.repeat(60)} | Basalt`,
    ],
  ])('%s', (_, parts, title) => {
    expect(pageTitle(parts)).toBe(title);
  });
});
