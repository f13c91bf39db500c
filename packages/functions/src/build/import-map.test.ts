import { expect, test } from 'vitest';
import { BundleError } from '../bundle/bundle.ts';
import { importMapOf } from './import-map.ts';

const mapOf = (files: Record<string, string>, importMap: string | null = null) =>
  JSON.parse(
    importMapOf({
      files: Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
      entrypoint: Object.keys(files)[0] ?? '',
      importMap,
    }),
  );

test('well-known addresses stand for what is there, and only those that are imported', () => {
  const { imports } = mapOf({
    'a/index.ts': `import { serve } from "https://deno.land/std@0.177.0/http/server.ts";
      import 'jsr:@supabase/functions-js/edge-runtime.d.ts';
      import { createClient } from 'https://esm.sh/@supabase/supabase-js@2.39.0?target=deno';
      const other = await import('jsr:@supabase/supabase-js@2');
      import lodash from 'https://esm.sh/lodash';
      import x from 'https://example.com/x.ts';`,
    'a/readme.md': 'import "https://esm.sh/react"',
  });
  expect(imports).toEqual({
    'https://deno.land/std@0.177.0/http/server.ts': './shims/std-http-server.ts',
    'jsr:@supabase/functions-js/edge-runtime.d.ts': './shims/types-only.ts',
    'https://esm.sh/@supabase/supabase-js@2.39.0?target=deno': 'npm:@supabase/supabase-js@2.39.0',
    'jsr:@supabase/supabase-js@2': 'npm:@supabase/supabase-js@2',
    'https://esm.sh/lodash': 'npm:lodash',
  });
});

test('the own map wins, with comments and paths that count from its file', () => {
  const map = mapOf(
    {
      'fn/a/index.ts': "import 'https://esm.sh/lodash';",
      'fn/a/deno.json': `{ // names
        "imports": { "https://esm.sh/lodash": "npm:lodash@4", "shared/": "../_shared/", "x": "./x.ts", "/y": "/z.ts" },
        "scopes": { "./old/": { "x": "./old/x.ts" } }, "tasks": {}, }`,
    },
    'fn/a/deno.json',
  );
  expect(map).toEqual({
    imports: {
      'https://esm.sh/lodash': 'npm:lodash@4',
      'shared/': './source/fn/_shared/',
      x: './source/fn/a/x.ts',
      './source/y': './source/z.ts',
    },
    scopes: { './source/fn/a/old/': { x: './source/fn/a/old/x.ts' } },
  });
});

test('a deno.json without names of its own leads to the map that it names', () => {
  const files = { 'fn/a/index.ts': '', 'fn/map.json': '{ "imports": { "x": "./x.ts" } }' };
  const mapOfNamed = (config: string) => mapOf({ ...files, 'fn/a/deno.json': config }, 'fn/a/deno.json');
  expect(mapOfNamed('{ "importMap": "../map.json" }').imports).toEqual({ x: './source/fn/x.ts' });
  expect(mapOfNamed('{ "importMap": "../map.json", "imports": { "y": "./y.ts" } }').imports).toEqual({
    y: './source/fn/a/y.ts',
  });
  for (const named of ['"../gone.json"', '"https://example.com/map.json"', '"../../../etc/passwd"', '3'])
    expect(() => mapOfNamed(`{ "importMap": ${named} }`), named).toThrow(BundleError);
});

test('packages of the own map can be imported with what is below them, and stand for what is there', () => {
  const { imports } = mapOf(
    {
      'fn/index.ts': `import "@supabase/functions-js/edge-runtime.d.ts"; import { createClient } from "sb";
        import { withSupabase } from "@supabase/server"; import x from "tools/deep/x.js";`,
      'fn/deno.json': `{ "imports": { "@supabase/functions-js": "jsr:@supabase/functions-js@^2", "@supabase/server": "npm:@supabase/server@^1",
        "sb": "jsr:@supabase/supabase-js@2", "tools": "npm:tools@1", "tools/deep/": "./deep/", "one": "npm:tools@1/one.js" } }`,
    },
    'fn/deno.json',
  );
  expect(imports).toEqual({
    '@supabase/functions-js': 'jsr:@supabase/functions-js@^2',
    '@supabase/functions-js/': 'jsr:/@supabase/functions-js@^2/',
    '@supabase/functions-js/edge-runtime.d.ts': './shims/types-only.ts',
    '@supabase/server': 'npm:@supabase/server@^1',
    '@supabase/server/': 'npm:/@supabase/server@^1/',
    sb: 'npm:@supabase/supabase-js@2',
    'sb/': 'jsr:/@supabase/supabase-js@2/',
    tools: 'npm:tools@1',
    'tools/': 'npm:/tools@1/',
    'tools/deep/': './source/fn/deep/',
    one: 'npm:tools@1/one.js',
  });
});

test.each([
  '[]',
  '{',
  '"x"',
  '{"imports": {"a": 1}}',
  '{"imports": []}',
  '{"scopes": {"a": {"b": 2}}}',
  '{"scopes": 3}',
])('a map that is none is refused: %s', (text) => {
  expect(() => mapOf({ 'index.ts': '', 'deno.json': text }, 'deno.json')).toThrow(BundleError);
});
