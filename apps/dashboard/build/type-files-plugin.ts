import type { Plugin } from 'vite';
import { TYPE_FILES } from './type-files.ts';

const START = 'virtual:type-files/';

/** Serves `virtual:type-files/standard` and `virtual:type-files/deno`: declarations as text, for the editor of functions. */
export function typeFilesPlugin(): Plugin {
  return {
    name: 'basalt-type-files',
    resolveId: (source) => (source.startsWith(START) ? `\0${source}` : null),
    load(source) {
      if (!source.startsWith(`\0${START}`)) return null;
      const read = TYPE_FILES[source.slice(START.length + 1) as keyof typeof TYPE_FILES];
      return `export const texts = ${JSON.stringify(read())};`;
    },
  };
}
