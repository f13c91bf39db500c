import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '../apps/dashboard/src');

/** The folders of the dashboard from the top down. Each may import those after it, never those before it. */
const LAYERS = [
  'routes',
  'shell',
  'features',
  'resource-warnings',
  'operations',
  'query',
  'caller',
  'ai-edit',
  'second-factor',
  'ui',
  'lib',
  'theme',
  'api',
];

const imports = readdirSync(src, { recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bmock\()\s*'(\.{1,2}\/[^']+)'/g);
    return [...found].map(([, path]) => ({
      file,
      target: relative(src, resolve(src, dirname(file), path)),
    }));
  });

const featureOf = (file) => /^features\/([^/]+)\//.exec(file)?.[1];
const layerOf = (file) => LAYERS.indexOf(file.split('/')[0]);
const show = ({ file, target }) => `${file} imports ${target}`;

it('reads the imports of the dashboard and knows its folders', () => {
  expect(imports.length).toBeGreaterThan(1_000);
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...LAYERS].sort());
});

it('lets no feature of the dashboard import another', () => {
  const wrong = imports.filter(({ file, target }) => {
    const [from, to] = [featureOf(file), featureOf(target)];
    return from !== undefined && to !== undefined && from !== to;
  });
  // Move what both need to a shared folder, or let the route put the two together.
  expect(wrong.map(show)).toEqual([]);
});

it('lets imports between the folders of the dashboard run one way', () => {
  const wrong = imports.filter(
    ({ file, target }) => file.includes('/') && target.includes('/') && layerOf(file) > layerOf(target),
  );
  expect(wrong.map(show)).toEqual([]);
});
