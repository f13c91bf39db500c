import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOf, type Manifest } from './manifest-files.ts';

/**
 * Measures what a browser loads, gzipped, after `vite build`, and ends with 1 when it is too much. `--json` prints the
 * figures for programs. Fonts are not counted: they arrive after the text is readable.
 */
const FIRST_LOAD_LIMIT = 165_000;
const LAZY_ROUTE_LIMIT = 180_000;
/** What opens beside a page, which has to stay quick. */
const LIMITS: Record<string, number> = { 'src/features/assistant/assistant-panel.tsx': 120_000 };
/** TypeScript is as large as that. It is fetched beside a page that works without it, and by nobody who writes no functions. */
const WORKER_LIMIT = 1_100_000;
const ENTRY = 'index.html';
const FIRST_PAGE = 'src/features/project-list/project-list-page.tsx';
/** What stands around every page of a project. */
const PROJECT_FRAME = 'src/routes/project/project-frame.tsx';

interface Figure {
  name: string;
  /** Bytes after gzip. */
  size: number;
  limit: number;
}

const dist = join(import.meta.dirname, '..', 'dist');
const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
const sizes = new Map<string, number>();

const firstLoad = filesOf(manifest, [ENTRY, FIRST_PAGE]);
const aroundPages = filesOf(manifest, [ENTRY, FIRST_PAGE, PROJECT_FRAME]);
const figures: Figure[] = [
  { name: 'first load of /projects', size: await sizeOf(firstLoad), limit: FIRST_LOAD_LIMIT },
];
for (const [key, chunk] of Object.entries(manifest)) {
  if (chunk.isDynamicEntry !== true || key === FIRST_PAGE) continue;
  // What a lazy part costs is what has not been brought already: by the first load, and by the frame that is around it.
  const files = filesOf(manifest, [key]).difference(key === PROJECT_FRAME ? firstLoad : aroundPages);
  figures.push({
    name: key.replace('src/', ''),
    size: await sizeOf(files),
    limit: LIMITS[key] ?? LAZY_ROUTE_LIMIT,
  });
}
// What only workers run is in files that the manifest does not name.
const ofPages = new Set(Object.values(manifest).map(({ file }) => file));
for (const name of await readdir(join(dist, 'assets'))) {
  const file = `assets/${name}`;
  if (!name.endsWith('.js') || ofPages.has(file)) continue;
  figures.push({ name: `worker: ${name}`, size: await sizeOf(new Set([file])), limit: WORKER_LIMIT });
}
figures.sort((a, b) => b.limit - a.limit || b.size - a.size);

if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
else for (const figure of figures) console.log(lineOf(figure));

const heavy = figures.filter((figure) => figure.size > figure.limit);
for (const { name, limit } of heavy) {
  console.error(
    `${name} is heavier than ${limit / 1000} kB. Load what the first paint does not need with import().`,
  );
}
process.exitCode = heavy.length === 0 ? 0 : 1;

function lineOf({ name, size, limit }: Figure): string {
  return `${(size / 1000).toFixed(1).padStart(7)} kB of ${limit / 1000}   ${name}`;
}

async function sizeOf(files: ReadonlySet<string>): Promise<number> {
  let total = 0;
  for (const file of files) {
    let size = sizes.get(file);
    if (size === undefined) {
      size = gzipSync(await readFile(join(dist, file)), { level: 9 }).length;
      sizes.set(file, size);
    }
    total += size;
  }
  return total;
}
