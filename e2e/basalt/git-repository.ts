import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** Whether this machine has git, without which nobody can push. */
export function hasGit(): boolean {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A bare repository below a folder, and a working copy that pushes to it. */
export class GitRepository {
  readonly folder: string;
  readonly #work: string;

  /**
   * @param name below {@link folder}
   * @param folder that of another repository, which removes it
   */
  constructor(name: string, folder = mkdtempSync(path.join(tmpdir(), 'basalt-git-'))) {
    this.folder = folder;
    this.#work = path.join(folder, 'work', name);
    // The server never reads one as root.
    chmodSync(folder, 0o755);
    mkdirSync(this.#work, { recursive: true });
    const bare = path.join(this.folder, name);
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare], { env: ENVIRONMENT });
    this.git('init', '-q', '-b', 'main');
    this.git('remote', 'add', 'origin', bare);
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.#work, env: ENVIRONMENT }).toString().trim();
  }

  /** Writes files, commits and pushes. Answers the commit. */
  push(branch: string, subject: string, files: Record<string, string>): string {
    const isThere = this.git('branch', '--list', branch) !== '';
    this.git('checkout', '-q', ...(isThere ? [branch] : ['-B', branch]));
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(this.#work, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', subject);
    this.git('push', '-q', '-f', 'origin', branch);
    return this.git('rev-parse', 'HEAD');
  }

  /** Ten migrations, which make the tables `step_0` to `step_9`. */
  pushTenSteps(branch: string): string {
    const steps = Array.from({ length: 10 }, (_, n) => [
      `supabase/migrations/2026010100000${n}_step_${n}.sql`,
      `create table step_${n} ();`,
    ]);
    return this.push(branch, 'Ten steps', Object.fromEntries(steps));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
