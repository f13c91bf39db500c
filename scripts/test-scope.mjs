import { execFileSync } from 'node:child_process';

/**
 * What `npm test` was asked for: everything, or with `--since <commit>` what a change since then can reach.
 * Throws a sentence for people when the arguments are others.
 * @returns {{ since: string | null }}
 */
export function readTestArguments(args) {
  if (args.length === 0) return { since: null };
  const [option, commit, ...more] = args;
  if (option === '--since' && commit && !commit.startsWith('-') && more.length === 0)
    return { since: commit };
  throw new Error(
    `npm test does not know "${args.join(' ')}". It takes nothing, or "-- --since <commit>" for what a change can reach.`,
  );
}

/** Paths that differ from where the commit's branch was left, uncommitted and new files included. */
export function changedFiles(root, commit) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const list = (...args) =>
    git(...args)
      .split('\0')
      .filter((path) => path !== '');
  try {
    git('rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`);
  } catch {
    throw new Error(`git knows no commit "${commit}".`);
  }
  return [
    ...new Set([
      ...list('diff', '--name-only', '-z', `${commit}...HEAD`),
      ...list('diff', '--name-only', '-z', 'HEAD'),
      ...list('ls-files', '--others', '--exclude-standard', '-z'),
    ]),
  ];
}

const NEVER_IN_A_BROWSER = [
  /\.md$/,
  /^(?:docs|bench)\//,
  /^apps\/server\/test\//,
  /^scripts\/(?:(?:run-)?test|longest-first)/,
  /(?:\.test\.(?:ts|tsx|mjs)|\.cases\.ts|-for-test\.ts)$/,
  /^(?:LICENSE|\.gitignore|biome\.json|knip\.json|vitest\.config\.ts)$/,
];

/** Whether a browser could notice any of these changes: everything does but tests, documents and the settings of tools. */
export function reachesBrowser(paths) {
  return paths.some((path) => !NEVER_IN_A_BROWSER.some((pattern) => pattern.test(path)));
}
