import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countStage, readPlaywrightReport, readVitestReport } from './test-counts.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function reportFile(content) {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

it.each([
  [{ ok: true }, 1, 0],
  [{ ok: false }, 0, 1],
  [{ ok: true, report: { passed: 5, failed: 0 } }, 5, 0],
  [{ ok: false, report: { passed: 5, failed: 2 } }, 5, 2],
  // All tests passed but the run itself did not: an unhandled error, a timeout.
  [{ ok: false, report: { passed: 5, failed: 0 } }, 5, 1],
  [{ ok: false, report: null }, 0, 1],
  // No test ran at all.
  [{ ok: true, report: null }, 0, 1],
  [{ ok: true, report: { passed: 0, failed: 0 } }, 0, 1],
])('%j counts as %i passed, %i failed', (result, passed, failed) => {
  expect(countStage(result)).toEqual({ passed, failed, retried: 0 });
});

it('lets a stage be empty where nothing had to be tested', () => {
  const report = { passed: 0, failed: 0 };
  expect(countStage({ ok: true, mayBeEmpty: true, report })).toEqual({ passed: 0, failed: 0, retried: 0 });
  expect(countStage({ ok: true, mayBeEmpty: true, report: null })).toEqual({
    passed: 0,
    failed: 0,
    retried: 0,
  });
  expect(countStage({ ok: false, mayBeEmpty: true, report })).toEqual({ passed: 0, failed: 1, retried: 0 });
});

it('tells which tests passed on a second try, and what their first one met', () => {
  const tests = [
    { fullName: 'a waits', status: 'passed', failureMessages: ['too late'] },
    { fullName: 'a knows', status: 'passed', failureMessages: [] },
    { fullName: 'a fails', status: 'failed', failureMessages: ['wrong'] },
  ];
  const path = reportFile({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [{ name: 'a', startTime: 0, endTime: 10, status: 'failed', assertionResults: tests }],
  });
  expect(readVitestReport(path)).toMatchObject({
    passed: 2,
    failed: 1,
    retried: 1,
    retries: ['a waits\ntoo late'],
  });
});

it('counts a test file that cannot be loaded as a failure', () => {
  const path = reportFile({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { name: 'a', startTime: 1_000, endTime: 3_500, status: 'passed', assertionResults: [{}, {}, {}] },
      { name: 'b', startTime: 0, endTime: 10, status: 'failed', assertionResults: [{}] },
      { name: 'c', status: 'failed', assertionResults: [] },
    ],
  });
  const files = [
    { path: 'a', seconds: 2.5 },
    { path: 'b', seconds: 0.01 },
    { path: 'c', seconds: 0 },
  ];
  expect(readVitestReport(path)).toEqual({ passed: 3, failed: 2, retried: 0, retries: [], files });
});

it('names a journey that passed only the second time', () => {
  const path = reportFile({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } });
  expect(readPlaywrightReport(path)).toEqual({ passed: 8, failed: 1, retried: 1, files: [] });
});

it('adds up the time of the journeys of a file', () => {
  const spec = (...durations) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const path = reportFile({
    config: { rootDir: '/clone/e2e' },
    stats: { expected: 2, unexpected: 0, flaky: 0 },
    suites: [{ file: 'a.spec.ts', specs: [spec(500, 250)], suites: [{ specs: [spec(1_000)] }] }],
  });
  expect(readPlaywrightReport(path).files).toEqual([{ path: '/clone/e2e/a.spec.ts', seconds: 1.75 }]);
});

it('has no counts when no report was written', () => {
  expect(readVitestReport(join(folder, 'missing.json'))).toBeNull();
  expect(readPlaywrightReport(join(folder, 'missing.json'))).toBeNull();
});
