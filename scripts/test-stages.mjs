import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildDashboard, dashboardIsStale } from './build-dashboard.mjs';
import { findChromium } from './find-chromium.mjs';
import { findRuntime } from './find-runtime.mjs';
import { runCommand } from './run-command.mjs';
import { readPlaywrightReport, readVitestReport } from './test-counts.mjs';

const MINUTE = 60_000;

/** For tests that wait for real servers, on machines that may be busy. The headline names what needed it. */
const SECOND_TRY = { vitest: '--retry=1', playwright: '--retries=1' };

/**
 * Everything `npm test` does after the install: steps one after another, each a list of chains that run beside each other, each
 * a list of stages. A stage's `run` gives `ok`, what was printed, and the counts of its report when it has one. `needs` names a
 * stage of an earlier step, or before it in its chain, that must have passed. All limits together stay below the 90 minutes of
 * CI; none is tighter than twice what its stage takes on a quiet machine with two cores.
 * @param {string | null} since with a commit only the tests that import what has changed since run
 * @param {boolean} browser whether the dashboard is built and looked at
 */
export function testStages(root, env, { since = null, browser = true } = {}) {
  const reports = join(root, '.cache/test');
  const tool = (path, args, timeout, extra = {}) =>
    runTool(root, [join(root, 'node_modules', path), ...args], { timeout, env: { ...env, ...extra } });

  const check = (path, args) => async () => await tool(path, args, 3 * MINUTE);
  const suite =
    (project, timeout, more = []) =>
    async () => {
      const file = freshReport(join(reports, `${project}.json`));
      const args = [
        'run',
        '--project',
        `${project}*`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...more,
        ...(since === null ? [] : [`--changed=${since}`, '--passWithNoTests']),
      ];
      const result = await tool('vitest/vitest.mjs', args, timeout);
      const report = readVitestReport(file);
      const output = [result.output, ...(report?.retries ?? [])].join('\n\nPassed on a second try: ');
      return { ...result, output, mayBeEmpty: since !== null, report };
    };

  const staticChecks = [
    {
      name: 'Format and lint',
      run: check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    },
    { name: 'Types', run: check('typescript/bin/tsc', ['--noEmit', '-p', '.']) },
    {
      name: 'Types of the dashboard',
      run: check('typescript/bin/tsc', ['--noEmit', '-p', 'apps/dashboard']),
    },
    {
      name: 'Types of the examples',
      run: check('typescript/bin/tsc', ['--noEmit', '-p', 'examples/team-to-do']),
    },
    { name: 'Dead code', run: check('knip/bin/knip.js', []) },
  ];
  const inBrowser = [
    { name: 'Dashboard build', run: () => build(root) },
    {
      name: 'Size budgets',
      needs: 'Dashboard build',
      run: () => runTool(root, ['apps/dashboard/build/check-size.ts'], { timeout: MINUTE, env }),
    },
    {
      name: 'Browser journeys',
      needs: 'Dashboard build',
      run: () => {
        const report = freshReport(join(reports, 'journeys.json'));
        return runJourneys(root, { env, report, args: [SECOND_TRY.playwright] });
      },
    },
  ];
  return [
    [staticChecks, [{ name: 'Unit tests', run: suite('unit', 8 * MINUTE) }]],
    [[{ name: 'Tests on real clusters', run: suite('clusters', 32 * MINUTE, [SECOND_TRY.vitest]) }]],
    ...(browser ? [[inBrowser]] : []),
  ];
}

/** Runs the browser journeys with a Chromium that is found or fetched. `args` go to Playwright. */
export async function runJourneys(root, { env, report, args = [] }) {
  let chromium;
  try {
    chromium = await findChromium(root);
  } catch (error) {
    return { ok: false, output: error.message, report: null };
  }
  const { NO_COLOR: _, ...withoutColorVariable } = env;
  const result = await runTool(
    root,
    [join(root, 'node_modules/playwright/cli.js'), 'test', '-c', join(root, 'e2e'), ...args],
    {
      timeout: 46 * MINUTE,
      // Playwright asks its workers for colors unless told not to, and Node warns when both variables are there.
      env: {
        ...withoutColorVariable,
        FORCE_COLOR: '0',
        BASALT_TEST_CHROMIUM: chromium,
        ...builtTemplates(env),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  );
  return { ...result, report: readPlaywrightReport(report) };
}

/**
 * For the journeys: where the tests on real clusters keep what new databases are copied from (`packages/clusters`, `sharedFolder`).
 * What the servers need is named by its content, so it is there already or is made there. A folder of somebody else's is not used.
 */
function builtTemplates({ TMPDIR }) {
  const user = process.getuid?.();
  const folder = join(user === 0 ? '/tmp' : TMPDIR, `basalt-test-cache-${user ?? 'user'}`);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  const isOurs = stats?.isDirectory() && (user === undefined || stats.uid === user);
  return isOurs ? { BASALT_TEST_TEMPLATES: join(folder, 'templates') } : {};
}

async function build(root) {
  try {
    if (dashboardIsStale(root)) await buildDashboard(root);
    return { ok: true, output: '' };
  } catch (error) {
    return { ok: false, output: error.message };
  }
}

async function runTool(root, args, { timeout, env }) {
  const { code, timedOut, output } = await runCommand(findRuntime(root), args, { cwd: root, timeout, env });
  const end = timedOut ? `\nStopped after ${timeout / MINUTE} minutes.` : `\nEnded with code ${code}.`;
  return { ok: code === 0 && !timedOut, output: code === 0 ? output : `${output.trimEnd()}${end}` };
}

/** The path of a report that is about to be written; one of an earlier run must not be taken for it. */
function freshReport(path) {
  rmSync(path, { force: true });
  return path;
}
