import type { AdvisorFinding } from '@basalt/contract';
import { expect, test } from 'vitest';
import { countLevels, findingsAsCsv, groupFindings, namedParts } from './group-findings.ts';

function finding(name: string, more: Partial<AdvisorFinding> = {}): AdvisorFinding {
  return {
    name,
    title: name,
    level: 'WARN',
    facing: 'EXTERNAL',
    categories: ['SECURITY'],
    description: '',
    detail: '',
    remediation: '',
    metadata: {},
    cache_key: name,
    fix: null,
    ignored: null,
    ...more,
  };
}

test('findings stand under their checks, the worst first', () => {
  const all = [
    finding('a', { level: 'INFO' }),
    finding('b'),
    finding('a', { level: 'ERROR', detail: 'worse' }),
    finding('c', { categories: ['PERFORMANCE'] }),
    finding('d', { ignored: { reason: 'known', by: null, at: '' } }),
  ];
  const named = (groups: ReturnType<typeof groupFindings>) =>
    groups.map(({ name, level, findings }) => [name, level, findings.length]);
  expect(named(groupFindings(all, 'security', false))).toEqual([
    ['a', 'ERROR', 2],
    ['b', 'WARN', 1],
  ]);
  expect(named(groupFindings(all, 'security', true))).toEqual([['d', 'WARN', 1]]);
  expect(named(groupFindings(all, 'performance', false))).toEqual([['c', 'WARN', 1]]);
});

test('levels are counted', () => {
  expect(countLevels([])).toBeNull();
  expect(countLevels([finding('a'), finding('b', { level: 'ERROR' }), finding('c')])).toBe(
    '1 error, 2 warnings',
  );
});

test('CSV keeps commas, quotes and lines in their cells, and formulas from being run', () => {
  const csv = findingsAsCsv([finding('a', { detail: 'x, "y"', fix: '=1+1', title: 'two\nlines' })]);
  expect(csv).toBe(
    `level,name,title,detail,remediation,fix,cache_key,ignored\r\nWARN,a,"two\nlines","x, ""y""",,'=1+1,a,\r\n`,
  );
});

test('names are taken out of a sentence', () => {
  expect(namedParts('Table `a.b` is').map(({ text, isName }) => (isName ? `<${text}>` : text))).toEqual([
    'Table ',
    '<a.b>',
    ' is',
  ]);
});
