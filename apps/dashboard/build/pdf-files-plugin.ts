import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** What the library of PDFs fetches for some files only: how characters of East Asian fonts are coded, and rarer kinds of images. */
const FILES = [
  { folder: 'cmaps', wanted: /\.bcmap$/ },
  { folder: 'wasm', wanted: /_nowasm_fallback\.js$/ },
];

/** Puts them into the build as `assets/pdf-<version of the library>/<folder>/<name>`. */
export function pdfFilesPlugin(): Plugin {
  return {
    name: 'basalt-pdf-files',
    apply: 'build',
    generateBundle() {
      for (const { folder, wanted } of FILES)
        for (const name of readdirSync(join(root, folder)).filter((each) => wanted.test(each)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf-${version}/${folder}/${name}`,
            source: readFileSync(join(root, folder, name)),
          });
    },
  };
}
