import { expect, test } from 'vitest';
import { planSync } from './plan.ts';

test('migrations run in the order of their names, and what is none is told', () => {
  const plan = planSync(
    [
      'migrations/20260102000000_b.sql',
      'migrations/2_first.sql',
      'migrations/10_second.sql',
      'migrations/notes.sql',
      'migrations/README.md',
      'migrations/old/1_a.sql',
    ],
    null,
  );
  expect(plan.migrations.map(({ version, name }) => `${version} ${name}`)).toEqual([
    '10 second',
    '20260102000000 b',
    '2 first',
  ]);
  expect(plan.skipped).toEqual([
    { kind: 'migration', path: 'migrations/notes.sql', message: expect.any(String) },
  ]);
  expect(() => planSync(['migrations/1_a.sql', 'migrations/1_b.sql'], null)).toThrow('the version 1');
});

test.each([
  [null, ['seed.sql']],
  ['[db.seed]\nenabled = false', []],
  ['[db.seed]\nsql_paths = ["./seeds/*.sql", "seed.sql"]', ['seeds/a.sql', 'seeds/b.sql', 'seed.sql']],
  [
    '[db.seed]\nsql_paths = ["seeds/**.sql", "../secret.sql", "seeds/a.sql"]',
    ['seeds/a.sql', 'seeds/b.sql', 'seeds/deep/c.sql'],
  ],
])('seeds of %j', (config, seeds) => {
  const paths = ['seed.sql', 'seeds/a.sql', 'seeds/b.sql', 'seeds/deep/c.sql', 'seeds/x.txt'];
  expect(planSync(paths, config).seeds).toEqual(seeds);
});

test('functions have their files and the shared ones, and what the configuration says', () => {
  const config = `
[functions.hello]
verify_jwt = false
import_map = "./functions/hello/map.json"
[functions.off]
enabled = false
[functions.__proto__]
verify_jwt = false`;
  const { functions, skipped } = planSync(
    [
      'functions/_shared/cors.ts',
      'functions/import_map.json',
      'functions/hello/index.ts',
      'functions/hello/map.json',
      'functions/hello/.env',
      'functions/off/index.ts',
      'functions/empty/readme.md',
      'functions/1bad/index.ts',
      'functions/other/index.ts',
    ],
    config,
  );
  expect(functions).toEqual([
    {
      slug: 'hello',
      files: ['hello/index.ts', 'hello/map.json', '_shared/cors.ts', 'import_map.json'],
      entrypoint: 'hello/index.ts',
      importMap: 'hello/map.json',
      verifyJwt: false,
    },
    {
      slug: 'other',
      files: ['other/index.ts', '_shared/cors.ts', 'import_map.json'],
      entrypoint: 'other/index.ts',
      importMap: 'import_map.json',
      verifyJwt: null,
    },
  ]);
  expect(skipped.map(({ path }) => path)).toEqual(['functions/off', 'functions/empty', 'functions/1bad']);
});

test('a configuration that cannot be read is told with its line', () => {
  expect(() => planSync([], 'a = 1\nb = = 2')).toThrow('config.toml cannot be read');
});
