import { completionStatus } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';

/** How long after Escape the Tab key still leaves the editor, unless another key is pressed first. */
const WINDOW = 30_000;

/**
 * Tab indents, so the keyboard needs a way out: Escape, then Tab. The editor grants two seconds by itself,
 * which is too short for those who need it most. Listens for the release of the key because the editor sets
 * its own two seconds when the key goes down.
 */
export const escapeThenTab = EditorView.domEventHandlers({
  keyup(event, view) {
    if (event.key === 'Escape' && completionStatus(view.state) === null) view.setTabFocusMode(WINDOW);
    return false;
  },
});
