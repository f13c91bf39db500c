import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCircle, findCircles, readFolderImports } from './folder-circles.mjs';

const root = join(import.meta.dirname, '..');
const workspaces = ['packages', 'apps']
  .flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`))
  .filter((workspace) => existsSync(join(root, workspace, 'src')));

it.each(workspaces)('no folders of %s import each other in a circle', (workspace) => {
  const imports = readFolderImports(join(root, workspace, 'src'));
  expect(findCircles(imports).map((circle) => describeCircle(circle, imports))).toEqual([]);
});

describe('the folders of a source', () => {
  let source;
  beforeEach(() => {
    source = mkdtempSync(join(tmpdir(), 'folders-'));
  });
  afterEach(() => rmSync(source, { recursive: true }));

  function write(files) {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(source, path)), { recursive: true });
      writeFileSync(join(source, path), content);
    }
  }
  const circles = () => findCircles(readFolderImports(source));

  it.each([
    ["import type { B } from '../b/b.ts';", "export { a } from '../../a/a.ts';"],
    ["import '../b/b.ts';", "const a = await import('../../a/a.ts');"],
    ["import {\n  b,\n} from '../b/b.ts';", "new Worker(new URL('../../a/a.ts', import.meta.url));"],
  ])('are a circle when one imports with %j and the other with %j', (a, b) => {
    write({ 'a/a.ts': a, 'b/deep/b.ts': b, 'c/c.ts': "import '../a/a.ts';" });
    expect(circles()).toEqual([['a', 'b']]);
  });

  it('are a circle through a third folder or a file beside them, named with a file for each import', () => {
    write({
      'a/first.ts': "import '../b/b.ts';",
      'b/b.ts': "import '../c.ts';",
      'c.ts': "import './a/first.ts';",
    });
    const [circle] = circles();
    expect(describeCircle(circle, readFolderImports(source))).toBe(
      'a, b, c.ts\n  a → b, in a/first.ts\n  b → c.ts, in b/b.ts\n  c.ts → a, in c.ts',
    );
  });

  it('are none when imports run one way, whatever tests and other packages do', () => {
    write({
      'a/a.ts': "import '../b/b.ts';\nimport '../c/c.ts';\nimport './other.ts';",
      'b/b.ts': "import '../c/c.ts';\nimport 'a';\nimport '../../elsewhere/a.ts';",
      'b/b.test.ts': "import '../a/a.ts';",
      'c/made-for-test.ts': "import '../a/a.ts';",
      'c/c.ts': '',
    });
    expect(circles()).toEqual([]);
  });
});
