import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type Diagnostic, forceLinting, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, keymap } from '@codemirror/view';
import type { ScriptClient } from './script-client.ts';
import type { ScriptCompletion, ScriptWords } from './script-messages.ts';

/** Milliseconds without a keystroke after which a file is looked at. */
const PAUSE = 400;

/** What TypeScript says of a file while it is written: what is wrong, and what stands under the pointer. F8 goes to the next problem. */
export function scriptProblems(client: ScriptClient, path: string): Extension {
  return [
    linter(
      async ({ state }): Promise<Diagnostic[]> => {
        const found = (await client.ask<'problems'>(fileOf(path, state), { type: 'problems' })) ?? [];
        const end = state.doc.length;
        return found.map(({ from, to, severity, message }) => ({
          from: Math.min(from, end),
          to: Math.min(Math.max(from, to), end),
          severity,
          message,
        }));
      },
      { delay: PAUSE },
    ),
    lintGutter(),
    keymap.of(lintKeymap),
    hoverTooltip(async ({ state }, at) => {
      const found = await client.ask<'hover'>(fileOf(path, state), { type: 'hover', at });
      if (found === null || found.code === '' || found.code === 'any') return null;
      return { pos: found.from, end: found.to, create: () => ({ dom: wordsOf(found) }) };
    }),
  ];
}

/** What can be written at the cursor, as TypeScript knows it. */
export function scriptCompletion(client: ScriptClient, path: string) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w$]+/);
    const before = context.state.sliceDoc(context.pos - 1, context.pos);
    if (!context.explicit && word === null && !/[."'`/@<]/.test(before)) return null;
    const at = context.pos;
    const file = fileOf(path, context.state);
    const found = await client.ask<'complete'>(file, { type: 'complete', at });
    if (found === null || found.options.length === 0 || context.aborted) return null;
    const describe = async (name: string) => {
      const words = await client.ask<'describe'>(file, { type: 'describe', at, name });
      return words === null || words.code === '' ? null : wordsOf(words);
    };
    return {
      from: found.from ?? word?.from ?? at,
      options: found.options.map((option) => completionOf(option, describe)),
      validFor: /^[\w$]*$/,
    };
  };
}

/** Looks at the file that is shown, although it was not written in: others have changed. */
export const lookAgain = (view: EditorView): void => forceLinting(view);

const fileOf = (path: string, { doc }: EditorState) => ({ path, text: doc.toString() });

function completionOf(
  { name, kind, rank, insert, from: start }: ScriptCompletion,
  describe: (name: string) => Promise<HTMLElement | null>,
): Completion {
  return {
    label: name,
    detail: kind,
    // TypeScript's ranks go from 10 to 18; this list prefers larger ones.
    boost: 14 - Math.min(Math.max(rank, 10), 18),
    info: () => describe(name),
    ...(insert === undefined && start === undefined
      ? {}
      : {
          apply: (view: EditorView, _option: Completion, from: number, to: number) => {
            const text = insert ?? name;
            const begin = start ?? from;
            view.dispatch({
              changes: { from: begin, to, insert: text },
              selection: { anchor: begin + text.length },
              userEvent: 'input.complete',
            });
          },
        }),
  };
}

/** Code and what is said of it, as text. */
function wordsOf({ code, text }: ScriptWords): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-script-words';
  const first = document.createElement('code');
  first.textContent = code;
  dom.append(first);
  if (text !== '') {
    const second = document.createElement('p');
    second.textContent = text;
    dom.append(second);
  }
  return dom;
}
