import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

// Makes the package that npm installs, in one file; the dashboard is built already. Node strips types from no package, so they are
// stripped here; everything else is as in the repository. The packages that it needs are named, and installed with it.

const root = join(import.meta.dirname, '..');
const target = process.argv[2] ?? join(root, 'dist');
const place = join(target, 'package');
/** Deno runs these, with their types. */
const KEPT_AS_THEY_ARE = /^packages\/functions\/src\/program\//;
const LEFT_OUT = /(\.test\.ts|\.cases\.ts|-for-test\.ts)$/;

rmSync(place, { recursive: true, force: true });
const workspaces = readdirSync(join(root, 'packages'));
for (const name of workspaces) {
  const to = join(place, 'node_modules/@basalt', name);
  copySource(join(root, 'packages', name, 'src'), join(to, 'src'));
  write(join(to, 'package.json'), describeWorkspace(join(root, 'packages', name)));
}
copySource(join(root, 'apps/server/src'), join(place, 'apps/server/src'));
const asTheyAre = [
  'apps/dashboard/dist',
  'docs',
  'deploy',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
];
for (const path of asTheyAre) cpSync(join(root, path), join(place, path), { recursive: true });
for (const name of ['find-runtime.mjs', 'require-node.mjs', 'run-server.mjs', 'run-command.mjs'])
  cpSync(join(root, 'scripts', name), join(place, 'scripts', name));
for (const name of ['basalt.mjs', 'completion.mjs'])
  cpSync(join(import.meta.dirname, name), join(place, 'bin', name));
write(join(place, 'package.json'), describePackage());
const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', target], { cwd: place });
const [{ filename, size, unpackedSize }] = JSON.parse(packed);
rmSync(place, { recursive: true });
console.log(`${relative(process.cwd(), join(target, filename))}: ${mb(size)}, ${mb(unpackedSize)} unpacked`);

/** TypeScript becomes JavaScript under the same name; files beside it, such as SQL, come along. */
function copySource(from, to) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || LEFT_OUT.test(path)) continue;
    const at = join(to, relative(from, path));
    mkdirSync(dirname(at), { recursive: true });
    if (!path.endsWith('.ts') || KEPT_AS_THEY_ARE.test(relative(root, path))) cpSync(path, at);
    else writeFileSync(at.replace(/\.ts$/, '.js'), asJavaScript(readFileSync(path, 'utf8')));
  }
}

function asJavaScript(text) {
  return namingJavaScript(stripTypeScriptTypes(text));
}

/** Relative paths to files that have become JavaScript: of imports, and of modules that run in processes of their own. */
function namingJavaScript(text) {
  return text.replace(/(['"`])(\.{1,2}\/[^'"`\n]*)\.ts\1/g, '$1$2.js$1');
}

/** What it needs is installed with the whole. */
function describeWorkspace(folder) {
  const { name, version, type, license, exports } = read(join(folder, 'package.json'));
  return {
    name,
    version,
    type,
    license,
    exports: JSON.parse(JSON.stringify(exports).replaceAll('.ts"', '.js"')),
  };
}

function describePackage() {
  const { name, version, description, license, engines, optionalDependencies } = read(
    join(root, 'package.json'),
  );
  const parts = [...workspaces.map((workspace) => `packages/${workspace}`), 'apps/server'];
  const needed = parts.map((part) => read(join(root, part, 'package.json')));
  const union = (kind) => Object.assign({}, ...needed.map((each) => each[kind]));
  const bundled = workspaces.map((workspace) => `@basalt/${workspace}`);
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { basalt: 'bin/basalt.mjs' },
    dependencies: union('dependencies'),
    optionalDependencies: { ...optionalDependencies, ...union('optionalDependencies') },
    bundleDependencies: bundled,
  };
}

function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

function mb(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
