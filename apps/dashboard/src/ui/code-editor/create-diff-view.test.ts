// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { createDiffView } from './create-diff-view.ts';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const marked = (className: string) =>
  [...document.querySelectorAll(`.${className}`)].map((element) => element.textContent);

it('strikes what goes, marks what comes, and lets nobody write', () => {
  const diff = createDiffView({
    parent: document.body,
    label: 'Changes',
    original: 'select 1\nfrom a',
    modified: 'select 2\nfrom a',
    language: 'sql',
  });
  expect(marked('cm-deletedLine')).toEqual(['select 1']);
  expect(marked('cm-changedLine')).toEqual(['select 2']);
  expect(document.querySelector('.cm-content')?.getAttribute('contenteditable')).toBe('false');
  diff.destroy();
});

it('waits until a text that is still written rests', () => {
  vi.useFakeTimers();
  const diff = createDiffView({
    parent: document.body,
    label: 'Changes',
    original: 'a',
    modified: 'a',
    language: 'sql',
  });
  diff.setModified('b');
  vi.advanceTimersByTime(200);
  diff.setModified('bc');
  vi.advanceTimersByTime(200);
  expect(marked('cm-changedLine')).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(marked('cm-changedLine')).toEqual(['bc']);
  diff.destroy();
});
