// Which folders of a package import each other in a circle. Folders in a circle can only be understood, tested and changed
// together, so a package is read from its lowest folder upward only as long as there is none.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

// `from './x.ts'`, `import './x.ts'`, `import('./x.ts')` and `new URL('./x.ts', import.meta.url)`; type-only imports count.
const importedPath = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)'(\.{1,2}\/[^']+)'/g;
const isSource = (path) => /\.(ts|tsx|mjs)$/.test(path) && !/(\.test\.|-for-test\.)/.test(path);

/**
 * Reads which folders of `source` import which. A file that lies directly in `source` counts as a folder of its own; tests and
 * what is written for them are left out.
 * Returns a map: folder → map: imported folder → one file that imports it, relative to `source`.
 */
export function readFolderImports(source) {
  const imports = new Map();
  const paths = readdirSync(source, { recursive: true }).filter(isSource).sort();
  for (const path of paths) {
    const folder = path.split(sep)[0];
    if (!imports.has(folder)) imports.set(folder, new Map());
    for (const [, imported] of readFileSync(join(source, path), 'utf8').matchAll(importedPath)) {
      const target = relative(source, resolve(source, dirname(path), imported)).split(sep)[0];
      const isInside = target !== '..' && target !== '';
      if (isInside && target !== folder && !imports.get(folder).has(target))
        imports.get(folder).set(target, path);
    }
  }
  return imports;
}

/** The circles in a graph of `readFolderImports`: sets of folders that all reach each other, as sorted lists (Tarjan). */
export function findCircles(imports) {
  const circles = [];
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const visit = (folder) => {
    order.set(folder, order.size);
    lowest.set(folder, order.get(folder));
    stack.push(folder);
    for (const next of imports.get(folder)?.keys() ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(folder, Math.min(lowest.get(folder), lowest.get(next)));
    }
    if (lowest.get(folder) !== order.get(folder)) return;
    const circle = stack.splice(stack.indexOf(folder));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const folder of imports.keys()) if (!order.has(folder)) visit(folder);
  return circles;
}

/** Describes a circle: its folders, and for each import between them one file that makes it. */
export function describeCircle(circle, imports) {
  const lines = circle.flatMap((folder) =>
    [...(imports.get(folder) ?? [])]
      .filter(([target]) => circle.includes(target))
      .map(([target, file]) => `  ${folder} → ${target}, in ${file}`),
  );
  return [circle.join(', '), ...lines].join('\n');
}
