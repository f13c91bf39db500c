import { type Extension, Prec } from '@codemirror/state';
import { keymap, placeholder } from '@codemirror/view';

/** Shows `text` in the empty editor; Tab writes it there. */
export function exampleText(text: string): Extension {
  return [
    placeholder(text),
    Prec.high(
      keymap.of([
        {
          key: 'Tab',
          run: (view) => {
            if (view.state.doc.length > 0 || view.state.readOnly) return false;
            view.dispatch({
              changes: { from: 0, insert: text },
              selection: { anchor: text.length },
              userEvent: 'input.complete',
            });
            return true;
          },
        },
      ]),
    ),
  ];
}
