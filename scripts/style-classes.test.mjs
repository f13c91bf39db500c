import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

// A class that its style sheet lost when it was taken apart is no error anywhere else: the part only stands there without its looks.
const SRC = join(import.meta.dirname, '../apps/dashboard/src');
const IMPORT = /import (\w+) from '(\.{1,2}\/[^']+\.module\.css)';/g;
/** Of values that have the name of a sheet within a function. */
const OTHERS = ['grid.clientWidth'];

/** The names of the classes of a style sheet. */
function namesIn(file) {
  const css = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)/g, '');
  return new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
}

/** What runs of a module: no comments, and no texts in quotes. */
function withoutTexts(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'/gm, '');
}

it('has every class that is used in the style sheet that it is taken from', () => {
  const files = globSync('**/*.tsx', { cwd: SRC });
  expect(files.length).toBeGreaterThan(500);
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(SRC, file), 'utf8');
    const code = withoutTexts(text);
    return [...text.matchAll(IMPORT)].flatMap(([, sheet, from]) => {
      const names = namesIn(join(SRC, dirname(file), from));
      const used = [...code.matchAll(new RegExp(`(?<![.\\w])${sheet}\\.(\\w+)`, 'g'))].map(
        ([, name]) => name,
      );
      return [...new Set(used)]
        .filter((name) => !names.has(name))
        .map((name) => `${sheet}.${name}`)
        .filter((name) => !OTHERS.includes(name))
        .map((name) => `${file}: ${name}`);
    });
  });
  expect(missing).toEqual([]);
});
