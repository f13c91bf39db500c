import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How many tests of a stage passed, failed, and passed on a second try only. A stage without a report counts as one test; a stage that ended
 * badly never counts as clean, whatever its report says. Nor does one that ran no test, unless it `mayBeEmpty`.
 * @param {{ ok: boolean, mayBeEmpty?: boolean, report?: { passed: number, failed: number, retried?: number } | null }} result
 */
export function countStage({ ok, mayBeEmpty = false, report }) {
  if (report === undefined)
    return ok ? { passed: 1, failed: 0, retried: 0 } : { passed: 0, failed: 1, retried: 0 };
  const { passed, failed, retried = 0 } = report ?? { passed: 0, failed: 0 };
  const clean = ok && (mayBeEmpty || passed + failed > 0);
  return { passed, failed: clean ? failed : Math.max(failed, 1), retried };
}

/**
 * The counts in a Vitest JSON report and the seconds of each file, null when it was not written. A file that cannot be
 * loaded is one failure. A test that passed on its second try only counts as passed; `retries` says why its first one failed.
 */
export function readVitestReport(path) {
  const report = readJson(path);
  if (report === null) return null;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    path: name,
    seconds: (endTime - startTime) / 1000 || 0,
  }));
  const retries = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages[0]}`),
  );
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed, retried: retries.length, retries, files };
}

/**
 * The counts in a Playwright JSON report, null when it was not written. `retried` are those that passed the second
 * time only: they count as passed, and the headline names them, because each is a race waiting to be mended. The
 * seconds of a file are those of all its journeys, tries that failed included.
 */
export function readPlaywrightReport(path) {
  const report = readJson(path);
  if (report === null) return null;
  const { expected, unexpected, flaky } = report.stats;
  const files = (report.suites ?? []).map((suite) => ({
    path: join(report.config?.rootDir ?? '', suite.file),
    seconds: millisecondsOf(suite) / 1000,
  }));
  return { passed: expected + flaky, failed: unexpected, retried: flaky, files };
}

function millisecondsOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
