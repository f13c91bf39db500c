// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { newSnippetFacts } from '../open/snippet-facts.ts';
import { dropDraft, keepChange, keepDraft, listDrafts } from './draft-store.ts';
import type { SnippetDraft } from './snippet-draft.ts';
import { textHash } from './text-hash.ts';

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

it('gives back what was typed into a text after it was kept, and nothing older', async () => {
  const typed = { from: 8, to: 8, insert: '0', of: textHash('select 1'), at: 2 };
  await keepDraft(draft());
  keepChange(draft(), typed);
  await keepDraft(draft({ tab: 't2', sql: 'select 2' }));
  expect((await listDrafts('one', 'anna')).map(({ sql }) => sql)).toEqual(['select 10', 'select 2']);
  // The same text was kept once more after that: what was typed then was taken back.
  await keepDraft(draft({ at: 3 }));
  expect((await listDrafts('one', 'anna')).map(({ sql }) => sql)).toEqual(['select 1', 'select 2']);
  await keepDraft(draft({ sql: 'select 3', at: 1 }));
  expect((await listDrafts('one', 'anna'))[0]?.sql).toBe('select 3');
});

it('forgets what was typed together with the text', async () => {
  await keepDraft(draft());
  keepChange(draft(), { from: 8, to: 8, insert: '0', of: textHash('select 1'), at: 2 });
  dropDraft(draft());
  expect(localStorage.length).toBe(0);
});
