// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { dropDraft, keepDraft, listDrafts } from './draft-store.ts';
import type { SnippetDraft } from './snippet-draft.ts';
import { newSnippetFacts } from './snippet-facts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const draft = (change: Partial<SnippetDraft> = {}): SnippetDraft => ({
  projectRef: 'one',
  id: 's1',
  accountId: 'anna',
  tab: 't1',
  sql: 'select 1',
  facts: newSnippetFacts('s1'),
  version: 3,
  sentMark: null,
  isLocal: false,
  at: 1,
  ...change,
});

it('gives back what was kept, newest first, one for each page', async () => {
  expect(await keepDraft(draft())).toBe(true);
  await keepDraft(draft({ sql: 'select 2', at: 2 }));
  await keepDraft(draft({ sql: 'select 3', at: 3, tab: 't2' }));
  expect((await listDrafts('one', 'anna')).map(({ sql }) => sql)).toEqual(['select 3', 'select 2']);
});

it('shows nobody the drafts of another person or project', async () => {
  await keepDraft(draft());
  expect(await listDrafts('one', 'ben')).toEqual([]);
  expect(await listDrafts('two', 'anna')).toEqual([]);
});

it('forgets what the server has', async () => {
  await keepDraft(draft());
  dropDraft(draft());
  expect(await listDrafts('one', 'anna')).toEqual([]);
});

it('survives nonsense in the storage', async () => {
  await keepDraft(draft());
  localStorage.setItem('basalt:keep:snippet-draft:one:s2:t1', '{"sql": 5}');
  localStorage.setItem('basalt:keep:snippet-draft:one:s3:t1', 'nonsense');
  expect(await listDrafts('one', 'anna')).toHaveLength(1);
});

it('says so when no storage takes it', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    clear: () => {},
  });
  expect(await keepDraft(draft())).toBe(false);
});
