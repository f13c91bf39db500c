import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { completion, graphqlLanguageSupport, stateExtensions } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';

export { updateSchema } from 'cm6-graphql';

/** GraphQL: its look, and what can be completed by a schema. */
export function queryLanguage(schema: GraphQLSchema | null): Extension {
  return [graphqlLanguageSupport(), completion, stateExtensions(schema ?? undefined), look];
}

/** What this language has and SQL has not, and the messages about what is wrong. */
const look: Extension = [
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.variableName, tags.modifier], color: 'var(--code-number)' },
      { tag: tags.attributeName, color: 'var(--code-type)' },
      { tag: [tags.atom, tags.special(tags.name)], color: 'var(--code-string)' },
    ]),
  ),
  EditorView.theme({
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--code-error) 1px',
      textUnderlineOffset: '3px',
    },
    '.cm-lintRange-warning': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--warn) 1px',
      textUnderlineOffset: '3px',
    },
    '.cm-diagnostic': {
      borderLeft: 'none',
      color: 'var(--text)',
      fontFamily: 'var(--font-sans)',
      fontSize: '12.5px',
      maxWidth: '420px',
      padding: '6px 10px',
    },
    '.cm-completionInfo': { fontFamily: 'var(--font-sans)', fontSize: '12px', padding: '6px 10px' },
  }),
];
