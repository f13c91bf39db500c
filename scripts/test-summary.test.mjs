import { expect, it } from 'vitest';
import { summaryLines } from './test-summary.mjs';

it('tells the time of each stage and the slowest files of all, ten at most', () => {
  const files = Array.from({ length: 11 }, (_, index) => ({ path: `file-${index}.test.ts`, seconds: index }));
  const lines = summaryLines([
    { name: 'Types', seconds: 12.34, files: [] },
    { name: 'Unit tests', seconds: 5, files },
    { name: 'Browser journeys', seconds: 100, files: [{ path: 'journey.spec.ts', seconds: 8.5 }] },
  ]);
  expect(lines.slice(0, 6)).toEqual([
    'Time of each stage:',
    '    12.3 s  Types',
    '     5.0 s  Unit tests',
    '   100.0 s  Browser journeys',
    'Slowest test files:',
    '    10.0 s  file-10.test.ts',
  ]);
  expect(lines.slice(6, 8)).toEqual(['     9.0 s  file-9.test.ts', '     8.5 s  journey.spec.ts']);
  expect(lines).toHaveLength(15);
});

it('says nothing of files where no test has run', () => {
  expect(summaryLines([{ name: 'Types', seconds: 1, files: [] }])).toEqual([
    'Time of each stage:',
    '     1.0 s  Types',
  ]);
});
