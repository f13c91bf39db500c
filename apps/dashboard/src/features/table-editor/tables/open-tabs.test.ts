import { expect, it } from 'vitest';
import { type OpenTab, openTabs, withoutTab, withTab } from './open-tabs.ts';

const tab = (id: string, name = `t${id}`): OpenTab => ({ id, schema: 'public', name, kind: 'table' });

it('opens a tab once, and follows a new name', () => {
  const tabs = withTab([tab('1')], tab('2'));
  expect(tabs.map(({ id }) => id)).toEqual(['1', '2']);
  expect(withTab(tabs, tab('1'))).toBe(tabs);
  expect(withTab(tabs, tab('1', 'renamed'))[0]?.name).toBe('renamed');
  const many = Array.from({ length: 40 }, (_, i) => tab(String(i))).reduce(withTab, [] as readonly OpenTab[]);
  expect([many.length, many[0]?.id]).toEqual([30, '10']);
});

it('closes a tab and says which one is next', () => {
  const tabs = [tab('1'), tab('2'), tab('3')];
  expect(withoutTab(tabs, '2')).toEqual({ tabs: [tab('1'), tab('3')], next: tab('3') });
  expect(withoutTab(tabs, '3').next).toEqual(tab('2'));
  expect(withoutTab([tab('1')], '1')).toEqual({ tabs: [], next: null });
  expect(withoutTab(tabs, '9').tabs).toBe(tabs);
});

it('reads only what it wrote', () => {
  const bad = [null, 1, { ...tab('x') }, { ...tab('1'), kind: 'index' }, { id: '1' }];
  expect(openTabs.parse([...bad, tab('1')])).toEqual([tab('1')]);
  expect(openTabs.parse('x')).toBeNull();
});
