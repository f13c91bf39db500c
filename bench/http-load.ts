import { fork } from 'node:child_process';

export interface HttpLoad {
  host: string;
  port: number;
  method: 'GET' | 'POST';
  /** `{id}` stands for a number between 1 and `ids`. */
  path: string;
  ids: number;
  headers: Record<string, string>;
  /** With `{id}` as in the path. */
  body?: string;
  connections: number;
  /** Ends after this time, or after `requests` if that is given. */
  seconds: number;
  requests?: number;
}

export interface HttpLoadResult {
  requests: number;
  perSecond: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  p50: number;
  p99: number;
}

/** Runs a load from a process of its own, so that its pauses are not taken for ours. */
export function httpLoad(load: HttpLoad): Promise<HttpLoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./http-load-process.ts', import.meta.url), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    child.once('message', (result) => resolve(result as HttpLoadResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The load ended early with code ${code}.`)));
    child.send(load);
  });
}
