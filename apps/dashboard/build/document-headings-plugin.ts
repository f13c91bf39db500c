import type { Plugin } from 'vite';
import { documentHeadings } from './document-headings.ts';

const SOURCE = 'virtual:document-headings';

/** Serves `virtual:document-headings`: what the command menu finds in the documents without loading them. */
export function documentHeadingsPlugin(): Plugin {
  return {
    name: 'basalt-document-headings',
    resolveId: (source) => (source === SOURCE ? `\0${SOURCE}` : null),
    load: (source) =>
      source === `\0${SOURCE}` ? `export const headings = ${JSON.stringify(documentHeadings())};` : null,
  };
}
