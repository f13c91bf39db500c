import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

const run = (folder: string, ...args: string[]) =>
  execFileSync('git', args, {
    cwd: folder,
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();

export const HAS_GIT = (() => {
  try {
    run('/', '--version');
    return true;
  } catch {
    return false;
  }
})();

/** Pushes one more migration to the repository `app.git` below a folder. Answers the branch it was pushed to, a new one each time. */
export function pushMigration(folder: string): string {
  const work = path.join(folder, 'work');
  const migrations = path.join(work, 'supabase', 'migrations');
  if (!existsSync(work)) {
    mkdirSync(migrations, { recursive: true });
    run(folder, 'init', '-q', '--bare', 'app.git');
    run(work, 'init', '-q');
    run(work, 'remote', 'add', 'origin', path.join(folder, 'app.git'));
  }
  const name = `step_${Date.now()}`;
  writeFileSync(path.join(migrations, `${Date.now()}_${name}.sql`), `create table ${name} ();`);
  run(work, 'add', '-A');
  run(work, 'commit', '-q', '-m', name);
  run(work, 'push', '-q', 'origin', `HEAD:refs/heads/${name}`);
  return name;
}
