// @vitest-environment happy-dom
import { EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompletionSource, inlineCompletion } from './inline-completion.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(source: CompletionSource) {
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({ extensions: [inlineCompletion(source)] }),
  });
  const type = (text: string) =>
    view.dispatch({
      ...view.state.replaceSelection(text),
      userEvent: 'input.type',
    });
  const press = (key: string) => runScopeHandlers(view, new KeyboardEvent('keydown', { key }), 'editor');
  const ghost = () => view.dom.querySelector('.cm-ghost')?.textContent ?? null;
  return { view, type, press, ghost };
}

describe('inlineCompletion', () => {
  it('offers after a pause, and Tab takes it', async () => {
    const source = vi.fn(async () => ' from orders');
    const { view, type, press, ghost } = open(source);
    type('select *');
    await vi.advanceTimersByTimeAsync(599);
    expect(source).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ghost()).toBe(' from orders');
    expect(view.state.doc.toString()).toBe('select *');
    press('Tab');
    expect(view.state.doc.toString()).toBe('select * from orders');
    expect(ghost()).toBeNull();
    // What was taken is not gone on with.
    await vi.advanceTimersByTimeAsync(2_000);
    expect(source).toHaveBeenCalledTimes(1);
    view.destroy();
  });

  it('forgets an answer that comes after another key', async () => {
    const signals: AbortSignal[] = [];
    const { view, type, ghost } = open(async (_around, signal) => {
      signals.push(signal);
      await new Promise((done) => setTimeout(done, 500));
      return 'late';
    });
    type('select');
    await vi.advanceTimersByTimeAsync(700);
    type(' 1');
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(ghost()).toBeNull();
    view.destroy();
  });

  it('goes on Escape and with the next key, and says nothing of a failure', async () => {
    let answers = ['x', 'y'];
    const { view, type, press, ghost } = open(async () => {
      const [next, ...rest] = answers;
      answers = rest;
      if (next === undefined) throw new Error('down');
      return next;
    });
    type('a');
    await vi.advanceTimersByTimeAsync(600);
    expect(ghost()).toBe('x');
    press('Escape');
    expect(ghost()).toBeNull();
    type('b');
    await vi.advanceTimersByTimeAsync(600);
    expect(ghost()).toBe('y');
    type('c');
    expect(ghost()).toBeNull();
    await vi.advanceTimersByTimeAsync(600);
    expect(ghost()).toBeNull();
    view.destroy();
  });
});
