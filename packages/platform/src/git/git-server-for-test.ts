import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Nothing of whoever runs the tests. */
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

export const HAS_GIT = (() => {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A folder with bare repositories, and a working copy of each. */
export class TestRepositories {
  readonly folder = mkdtempSync(join(tmpdir(), 'basalt-git-'));

  constructor() {
    // The platform never reads one as root.
    chmodSync(this.folder, 0o755);
  }

  bare(name: string): string {
    return join(this.folder, 'bare', `${name}.git`);
  }

  git(name: string, ...args: string[]): string {
    return execFileSync('git', args, {
      cwd: join(this.folder, 'work', name),
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
      .toString()
      .trim();
  }

  create(name: string): void {
    const work = join(this.folder, 'work', name);
    mkdirSync(work, { recursive: true });
    mkdirSync(dirname(this.bare(name)), { recursive: true });
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', this.bare(name)], { env: ENVIRONMENT });
    execFileSync('git', ['init', '-q', '-b', 'main', work], { env: ENVIRONMENT });
    this.git(name, 'remote', 'add', 'origin', this.bare(name));
  }

  /** Writes files (null: removes one), commits and pushes. Answers the commit. */
  push(
    name: string,
    branch: string,
    files: Record<string, string | Buffer | null>,
    subject = 'Change',
  ): string {
    const work = join(this.folder, 'work', name);
    this.git(name, 'checkout', '-q', ...(this.has(name, branch) ? [branch] : ['-B', branch]));
    for (const [path, content] of Object.entries(files)) {
      if (content === null) rmSync(join(work, path));
      else {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        writeFileSync(join(work, path), content);
      }
    }
    this.git(name, 'add', '-A');
    this.git(name, 'commit', '-q', '--allow-empty', '-m', subject);
    this.git(name, 'push', '-q', '-f', 'origin', branch);
    return this.git(name, 'rev-parse', 'HEAD');
  }

  has(name: string, branch: string): boolean {
    return this.git(name, 'branch', '--list', branch) !== '';
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Serves repositories over HTTP by git's own program, to those with the token, if one is set. */
export class TestGitServer {
  token: string | null = null;
  requests: string[] = [];
  #server: Server;
  #repositories: TestRepositories;

  constructor(repositories: TestRepositories) {
    this.#repositories = repositories;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  address(name: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}.git`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://git');
    this.requests.push(`${request.method} ${url.pathname}`);
    if (this.token !== null) {
      const expected = Buffer.from(`x-access-token:${this.token}`).toString('base64');
      if (request.headers.authorization !== `Basic ${expected}`) {
        response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
        return;
      }
    }
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...ENVIRONMENT,
        GIT_PROJECT_ROOT: join(this.#repositories.folder, 'bare'),
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method,
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(backend.stdin);
    const parts: Buffer[] = [];
    backend.stdout.on('data', (bytes: Buffer) => parts.push(bytes));
    backend.on('close', () => {
      const all = Buffer.concat(parts);
      const end = all.indexOf('\r\n\r\n');
      const headers = all.toString('latin1', 0, end).split('\r\n');
      let status = 200;
      for (const line of headers) {
        const [name = '', value = ''] = line.split(/: (.*)/s);
        if (name === 'Status') status = Number.parseInt(value, 10);
        else if (name !== '') response.setHeader(name, value);
      }
      response.writeHead(status).end(all.subarray(end + 4));
    });
  }
}
