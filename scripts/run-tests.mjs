import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { prepare } from './prepare.mjs';
import { startLine } from './progress-line.mjs';
import { endRunningCommands } from './run-command.mjs';
import { countStage } from './test-counts.mjs';
import { testEnvironment } from './test-environment.mjs';
import { changedFiles, reachesBrowser, readTestArguments } from './test-scope.mjs';
import { makeScratch, removeScratch } from './test-scratch.mjs';
import { testStages } from './test-stages.mjs';
import { summaryLines } from './test-summary.mjs';

const root = join(import.meta.dirname, '..');
const DAY_MS = 24 * 60 * 60 * 1000;
/** How much of a failed stage is shown; the rest is in its log. */
const SHOWN_OUTPUT = 60_000;

/**
 * Runs the stages, prints a headline for each, and at the end their times and the sum. Returns the exit code.
 * @param {string[]} args of `npm test`
 */
export async function runTests(args) {
  let scope;
  try {
    scope = scopeOf(readTestArguments(args));
  } catch (error) {
    console.log(error.message);
    return 2;
  }
  const scratch = makeScratch();
  // The day names the share of the matrices that runs: one for the whole run, and the one to name to run it again.
  const today = String(Math.floor(Date.now() / DAY_MS));
  const env = { MATRIX_TURN: today, ...testEnvironment(root, scratch) };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      await endRunningCommands();
      removeScratch(scratch);
      process.exit(130);
    });
  }
  const sum = { passed: 0, failed: 0 };
  const ran = [];
  try {
    await prepare(root, { dashboard: false });
    const unfit = new Set();
    for (const chains of testStages(root, env, scope))
      await Promise.all(chains.map((stages) => runStages(stages, { sum, unfit, ran })));
  } catch (error) {
    console.log(error.message);
    sum.failed += 1;
  }
  const left = removeScratch(scratch);
  if (left > 0) {
    console.log(`The tests left ${left} processes behind; they were ended, but a test does not clean up.`);
    sum.failed += 1;
  }
  for (const line of summaryLines(ran)) console.log(line);
  if (scope.since !== null) console.log(leftOut(scope));
  console.log(matrixShare(env));
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

function scopeOf({ since }) {
  if (since === null) return { since, browser: true };
  const changed = changedFiles(root, since);
  const scope = { since, browser: reachesBrowser(changed) };
  console.log(`${changed.length} files have changed since ${since}. ${leftOut(scope)}`);
  return scope;
}

function leftOut({ since, browser }) {
  const journeys = browser
    ? ''
    : ' The dashboard build, its size budgets and the browser journeys are left out too: no change reaches a browser.';
  return (
    `Left out: tests that import nothing of what has changed since ${since}, even if they start it in another process.` +
    `${journeys} "npm test" runs everything.`
  );
}

function matrixShare({ MATRIX_TURN, ...env }) {
  const matrices = ['KILL_MATRIX', 'BREACH_MATRIX', 'MAJORS_MATRIX', 'PAGES_MATRIX'];
  const shared = matrices.filter((matrix) => env[matrix] !== 'full');
  if (shared.length === 0)
    return 'All kills, attempts to break out, versions of PostgreSQL and pages were tried.';
  const all = shared.map((matrix) => `${matrix}=full`).join(' ');
  return `Of the kills, the attempts to break out, the versions of PostgreSQL and the looks at pages a share was tried, which changes by day. The same again: MATRIX_TURN=${MATRIX_TURN} npm test. All of them: ${all} npm test.`;
}

async function runStages(stages, { sum, unfit, ran }) {
  for (const { name, needs, run } of stages) {
    if (needs !== undefined && unfit.has(needs)) {
      console.log(`${name}: not run, because "${needs}" failed`);
      unfit.add(name);
      sum.failed += 1;
      continue;
    }
    const end = startLine(name);
    const start = performance.now();
    const result = await run();
    const { passed, failed, retried } = countStage(result);
    sum.passed += passed;
    sum.failed += failed;
    end(headline(result, passed, failed) + (retried > 0 ? `, ${retried} of them on a second try` : ''));
    ran.push({ name, seconds: (performance.now() - start) / 1000, files: filesOf(result) });
    keepLog(name, result.output);
    if (failed > 0) unfit.add(name);
    if (failed === 0 && retried === 0) continue;
    console.log(`\n${result.output.slice(-SHOWN_OUTPUT)}\n`);
  }
}

function filesOf({ report }) {
  return (report?.files ?? []).map(({ path, seconds }) => ({ path: relative(root, path), seconds }));
}

function headline(result, passed, failed) {
  if (result.report === undefined) return failed === 0 ? 'passed' : 'FAILED';
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
}

function keepLog(name, output) {
  const folder = join(root, '.cache/test');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.toLowerCase().replaceAll(' ', '-')}.log`), output);
}
