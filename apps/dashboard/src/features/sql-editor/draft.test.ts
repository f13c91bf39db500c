// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepDraft, MAX_DRAFT_LENGTH, readDraft } from './draft.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('keepDraft', () => {
  it('keeps one text per project', () => {
    expect(keepDraft('one', 'select 1')).toBe('kept');
    expect(keepDraft('two', 'select 2')).toBe('kept');
    expect(readDraft('one')).toBe('select 1');
    expect(readDraft('two')).toBe('select 2');
    expect(readDraft('three')).toBe('');
  });

  it('keeps the same text twice', () => {
    keepDraft('one', 'select 1');
    expect(keepDraft('one', 'select 1')).toBe('kept');
  });

  it('refuses a text that would take the whole storage, and leaves the one before', () => {
    keepDraft('large', 'select 1');
    expect(keepDraft('large', 'x'.repeat(MAX_DRAFT_LENGTH + 1))).toBe('too-large');
    expect(readDraft('large')).toBe('select 1');
  });

  it('says so when the storage is full', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(keepDraft('full', 'select 1')).toBe('storage-full');
    expect(keepDraft('full', 'select 1')).toBe('storage-full');
  });

  it('survives nonsense in the storage', () => {
    keepDraft('odd', 'select 1');
    const key = localStorage.key(0) ?? '';
    localStorage.setItem(key, '{"text": 5}');
    expect(readDraft('odd')).toBe('');
  });
});
