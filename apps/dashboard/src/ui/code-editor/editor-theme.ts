import { EDITOR_FONT_SIZE } from '@basalt/contract';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const MONO = 'var(--font-mono)';
const BORDER = '1px solid var(--line-strong)';

/** Every color is a CSS variable, so one theme serves light and dark. The `--code-*` ones are in the module CSS. */
const look = EditorView.theme({
  '&': { height: '100%', fontSize: `${EDITOR_FONT_SIZE}px`, color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  // Ligatures off: `--`, `<>` and `!=` must be seen as they were typed.
  '.cm-scroller': { fontFamily: MONO, fontVariantLigatures: 'none', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': {
    background: 'var(--surface)',
    color: 'var(--code-quiet)',
    border: 'none',
    paddingLeft: '6px',
    userSelect: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '30px', padding: '0 8px 0 4px' },
  '.cm-activeLine': { background: 'var(--code-active-line)' },
  '.cm-activeLineGutter': { background: 'transparent', color: 'var(--text)' },
  '.cm-cursor': { borderLeft: '2px solid var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--code-selection)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    background: 'var(--code-selection)',
    outline: 'none',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { background: 'var(--code-error-line)' },
  '.cm-placeholder': { color: 'var(--code-quiet)' },
  '.cm-error-line, .cm-error-line.cm-activeLine': {
    background: 'var(--code-error-line)',
    boxShadow: 'inset 2px 0 0 var(--code-error)',
  },
  '.cm-gutterElement.cm-error-line-number': { color: 'var(--code-error)', fontWeight: '600' },
  '.cm-searchMatch': { background: 'var(--code-match)', outline: 'none' },
  '.cm-searchMatch.cm-searchMatch-selected': { background: 'var(--code-match-current)' },
  '.cm-panels': { background: 'var(--surface-raised)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: BORDER },
  '.cm-panel.cm-search': { padding: '6px 30px 6px 10px', font: 'inherit' },
  '.cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-textfield, .cm-button': {
    background: 'var(--surface)',
    backgroundImage: 'none',
    border: BORDER,
    borderRadius: 'var(--radius)',
    color: 'var(--text)',
    fontSize: '12px',
    padding: '3px 8px',
  },
  '.cm-tooltip': {
    background: 'var(--surface-raised)',
    border: BORDER,
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow-raised)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: MONO, fontSize: '12px', maxHeight: '220px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', lineHeight: '1.5' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--code-selection)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-completionInfo': { maxWidth: 'min(420px, 90vw)', padding: '0' },
  '.cm-script-words': { maxHeight: '260px', maxWidth: '520px', overflow: 'auto', padding: '8px 10px' },
  '.cm-script-words code': { fontFamily: MONO, fontSize: '12px', whiteSpace: 'pre-wrap' },
  '.cm-script-words p': { fontSize: '12px', margin: '6px 0 0', whiteSpace: 'pre-wrap' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--code-error) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': {
    background: 'var(--code-error)',
    borderRadius: '50%',
    content: 'none',
    height: '7px',
    margin: '0.5em 0 0 2px',
    width: '7px',
  },
  // At the right edge of a narrow window it moves to the left instead of becoming a column of letters.
  '.cm-tooltip-hover, .cm-tooltip-lint': { width: 'max-content', maxWidth: 'min(520px, calc(100vw - 24px))' },
  '.cm-diagnostic': { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--code-error)' },
  '.cm-completionDetail': { color: 'var(--code-quiet)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.typeName, color: 'var(--code-type)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-quiet)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.operator], color: 'var(--code-punctuation)' },
]);

export const editorTheme: Extension = [look, syntaxHighlighting(colors)];
