import { readFile } from 'node:fs/promises';
import { contract } from '@basalt/contract';
import { traverseContractProcedures } from '@orpc/server';
import { expect, test } from 'vitest';
import { whyUnserved } from './unserved-operations.ts';

/** Served beside the contract, since they are forms of files. */
const FORMS = [
  'POST /v1/projects/{ref}/functions/deploy',
  'GET /v1/projects/{ref}/functions/{function_slug}/body',
];

async function documented() {
  const text = await readFile(new URL('../../../../docs/management-api.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| `(\/v\d[^`]*)` +\| ([A-Z, ]+?) +\|(?: (.*?) +\|)?$/gm)].flatMap(
    ([, path = '', methods = '', why]) => methods.split(', ').map((method) => ({ path, method, why })),
  );
}

/** Names of what stands in braces do not matter. */
const withoutNames = (operation: string) => operation.replace(/\{\w+\}/g, '{}');

test('the document of the management API tells exactly what is served, and why the rest is not', async () => {
  const served = [...FORMS];
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    const { method = 'POST', path = '' } = procedure['~orpc'].route;
    if (/^\/v\d\//.test(path)) served.push(`${method} ${path}`);
  });
  const rows = await documented();
  const told = rows.flatMap(({ method, path, why }) => (why === undefined ? [`${method} ${path}`] : []));
  expect(told.map(withoutNames).sort()).toEqual(served.map(withoutNames).sort());
  const unserved = rows.flatMap(({ path, why }) => (why === undefined ? [] : [{ path, why }]));
  expect(unserved.length).toBeGreaterThan(15);
  expect(unserved).toEqual(unserved.map(({ path }) => ({ path, why: whyUnserved(`${path}?x=1`) })));
});

test('a path that never was has no reason', () => {
  expect(['/v1/projects', '/v1/nothing', '/platform/projects'].map(whyUnserved)).toEqual([null, null, null]);
});
