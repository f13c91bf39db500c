import { expect, it } from 'vitest';
import { checkDepth, checkDimensions, checkSearch } from './sql-text.ts';

const refused = expect.objectContaining({ code: 'PGRST100', status: 400 });

it('lets through what PostgreSQL can take', () => {
  checkDepth(`${'['.repeat(500)}${']'.repeat(500)}`);
  checkDepth(`"${'['.repeat(5000)}\\"${'{'.repeat(5000)}"`);
  checkDepth('[]'.repeat(5000));
  checkDimensions('{{{{{{1}}}}}}');
  checkDimensions('{"{{{{{{{{{{"}');
  checkSearch('cat - dog -- !mouse');
});

it('refuses what it would fail at', () => {
  expect(() => checkDepth('['.repeat(501))).toThrow(refused);
  expect(() => checkDepth(`{"a":${'['.repeat(600)}`)).toThrow(refused);
  expect(() => checkDimensions('{{{{{{{1}}}}}}}')).toThrow(refused);
  expect(() => checkSearch(`cat ${'-'.repeat(40)}`)).toThrow(refused);
  expect(() => checkSearch(`${'('.repeat(501)}cat`)).toThrow(refused);
});
