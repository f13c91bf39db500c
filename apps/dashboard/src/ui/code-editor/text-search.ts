import { search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Find, replace, go to a line, select the next occurrence. Loaded once the editor is on the screen. */
export const textSearch: Extension = [search({ top: true }), keymap.of(searchKeymap)];
