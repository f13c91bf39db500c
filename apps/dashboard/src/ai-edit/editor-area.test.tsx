// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodeEditorHandle } from '../ui/code-editor/create-code-editor.ts';
import type { AiPort, AiRequest } from './ai-port.ts';
import { EditorArea } from './editor-area.tsx';

// The diff is imported when it is first shown, which takes a moment.
const PATIENT = { timeout: 4_000 };

// Browsers tell of a new selection later, this one at once and in the middle of the editor's own work.
document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation(), true);

let end: () => void = () => {};
// What is loaded late would otherwise come after the test that asked for it.
beforeAll(() =>
  Promise.all([
    import('../ui/code-editor/diff-view.tsx'),
    import('./prompt-form.tsx'),
    import('./proposal-view.tsx'),
  ]),
);
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
});
afterEach(() => act(() => end()));

function show(text: string, port: Partial<AiPort> = {}) {
  const requests: AiRequest[] = [];
  const signals: AbortSignal[] = [];
  const changed = vi.fn();
  const editor = createRef<CodeEditorHandle>();
  const complete: AiPort['complete'] = (request, signal) => {
    requests.push(request);
    signals.push(signal);
    return port.complete?.(request, signal) ?? Promise.resolve('select 2;');
  };
  const parent = document.body.appendChild(document.createElement('div'));
  const root = createRoot(parent);
  end = () => {
    root.unmount();
    parent.remove();
  };
  act(() =>
    root.render(
      <MantineProvider>
        <EditorArea
          editor={editor}
          ai={{ complete, unavailable: port.unavailable ?? null }}
          initialText={text}
          label="SQL"
          catalog={undefined}
          errorLine={null}
          focusAfter={0}
          keys={{}}
          onChange={changed}
          onRun={() => {}}
        />
      </MantineProvider>,
    ),
  );
  return { requests, signals, changed, text: () => editor.current?.text().toString() };
}

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector);
const press = (target: Element | null, key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  });
const openPrompt = () => press(find('.cm-content'), 'k', { ctrlKey: true });
const field = () => find<HTMLTextAreaElement>('textarea');
const proposal = () => find('section[aria-label="Proposed change"]');

async function ask(prompt: string) {
  const input = field();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(input, prompt);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press(input, 'Enter');
}

describe('the prompt in the editor', () => {
  it('shows what would change and writes it when it is accepted', async () => {
    const { requests, changed, text } = show('select 0;\nselect 1;');
    await openPrompt();
    await ask('make it two');
    expect(requests).toEqual([
      {
        prompt: 'make it two',
        textBeforeCursor: '',
        selection: 'select 0;',
        textAfterCursor: '\nselect 1;',
      },
    ]);
    await vi.waitFor(async () => {
      await act(async () => {});
      expect(find('.cm-changedLine')?.textContent).toBe('select 2;');
    }, PATIENT);
    expect(text()).toBe('select 0;\nselect 1;');
    expect(changed).not.toHaveBeenCalled();
    await press(proposal(), 'Enter', { ctrlKey: true });
    expect(text()).toBe('select 2;\nselect 1;');
    expect(proposal()).toBeNull();
  });

  it('leaves the text alone when it is rejected', async () => {
    const { changed, text } = show('select 1;');
    await openPrompt();
    await ask('make it two');
    await press(proposal(), 'Escape');
    expect(proposal()).toBeNull();
    expect(text()).toBe('select 1;');
    expect(changed).not.toHaveBeenCalled();
  });

  it('writes into an empty editor at once', async () => {
    const { text } = show('');
    await openPrompt();
    await ask('anything');
    expect(text()).toBe('select 2;');
    expect(field()).toBeNull();
  });

  it('ends the request when it is cancelled, and keeps the prompt', async () => {
    const { signals } = show('select 1;', { complete: () => new Promise(() => {}) });
    await openPrompt();
    await ask('make it two');
    await press(field(), 'Escape');
    expect(signals[0]?.aborted).toBe(true);
    expect(field()?.value).toBe('make it two');
    await press(field(), 'Escape');
    expect(field()).toBeNull();
  });

  it('says why it failed', async () => {
    show('select 1;', { complete: () => Promise.reject(new Error('The provider is asleep.')) });
    await openPrompt();
    await ask('make it two');
    expect(document.body.textContent).toContain('Failed to generate: The provider is asleep.');
  });

  it('says that nobody can be asked, and sends nothing', async () => {
    const { requests } = show('select 1;', { unavailable: 'No provider.' });
    await openPrompt();
    expect(document.body.textContent).toContain('No provider.');
    await ask('make it two');
    expect(requests).toEqual([]);
  });
});
