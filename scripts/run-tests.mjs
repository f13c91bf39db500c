import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { startLine } from './progress-line.mjs';
import { endRunningCommands } from './run-command.mjs';
import { countStage } from './test-counts.mjs';
import { testEnvironment } from './test-environment.mjs';
import { makeScratch, removeScratch } from './test-scratch.mjs';
import { testStages } from './test-stages.mjs';

const root = join(import.meta.dirname, '..');
/** How much of a failed stage is shown; the rest is in its log. */
const SHOWN_OUTPUT = 60_000;

/** Runs every stage, prints a headline for each and the sum at the end. Returns the exit code. */
export async function runTests() {
  const scratch = makeScratch();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      await endRunningCommands();
      removeScratch(scratch);
      process.exit(130);
    });
  }
  const sum = { passed: 0, failed: 0 };
  try {
    await prepare(root, { dashboard: false });
    await runStages(testStages(root, testEnvironment(root, scratch)), sum);
  } catch (error) {
    console.log(error.message);
    sum.failed += 1;
  }
  const left = removeScratch(scratch);
  if (left > 0) {
    console.log(`The tests left ${left} processes behind; they were ended, but a test does not clean up.`);
    sum.failed += 1;
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

async function runStages(stages, sum) {
  const unfit = new Set();
  for (const { name, needs, run } of stages) {
    if (needs !== undefined && unfit.has(needs)) {
      console.log(`${name}: not run, because "${needs}" failed`);
      unfit.add(name);
      sum.failed += 1;
      continue;
    }
    const end = startLine(name);
    const result = await run();
    const { passed, failed, retried } = countStage(result);
    sum.passed += passed;
    sum.failed += failed;
    end(headline(result, passed, failed) + (retried > 0 ? `, ${retried} of them on a second try` : ''));
    keepLog(name, result.output);
    if (failed > 0) unfit.add(name);
    if (failed === 0 && retried === 0) continue;
    console.log(`\n${result.output.slice(-SHOWN_OUTPUT)}\n`);
  }
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
