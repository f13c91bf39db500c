import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { HttpLoad, HttpLoadResult } from './http-load.ts';

const run = promisify(execFile);

/**
 * The same load from `wrk`, which must be on the PATH. It spends as little of the machine as pgbench does, with which the answers are
 * compared; a generator in JavaScript takes as much as what it measures.
 * @throws Error for a load with a number of requests, which wrk does not have
 */
export async function wrk(load: Omit<HttpLoad, 'requests'>): Promise<WrkResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'basalt-wrk-'));
  const script = path.join(folder, 'load.lua');
  await writeFile(script, scriptOf(load));
  try {
    const how = ['-t', '1', '-c', String(load.connections), '-d', `${load.seconds}s`, '--timeout', '10s'];
    const { stdout } = await run('wrk', [...how, '-s', script, `http://${load.host}:${load.port}`]);
    const line = stdout.split('\n').find((one) => one.startsWith('{'));
    if (line === undefined) throw new Error(`wrk did not say how fast it was: ${stdout}`);
    const { requests, microseconds, failed, p50, p99 } = JSON.parse(line) as Summary;
    return {
      requests,
      perSecond: requests / (microseconds / 1e6),
      failed,
      p50: p50 / 1000,
      p99: p99 / 1000,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As of the other generator; answers are only told apart as good (below 400) and failed. */
export interface WrkResult extends Omit<HttpLoadResult, 'statuses'> {
  failed: number;
}

/** What the script prints. Times in microseconds. */
interface Summary {
  requests: number;
  microseconds: number;
  failed: number;
  p50: number;
  p99: number;
}

function scriptOf({ method, path: target, ids, headers, host, port, body }: HttpLoad): string {
  const lines = Object.entries({ host: `${host}:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `
    local rest = ${text(` HTTP/1.1\r\n${lines.join('')}`)}
    local path, body = ${text(target)}, ${body === undefined ? 'nil' : text(body)}
    function request()
      local id = tostring(math.random(1, ${ids}))
      local head = ${text(`${method} `)} .. path:gsub("{id}", id) .. rest
      if body == nil then return head .. "\\r\\n" end
      local payload = body:gsub("{id}", id)
      return head .. "content-length: " .. #payload .. "\\r\\n\\r\\n" .. payload
    end
    function done(summary, latency, requests)
      local errors = summary.errors
      local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
      print(string.format('{"requests":%d,"microseconds":%d,"failed":%d,"p50":%d,"p99":%d}',
        summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)))
    end`;
}

/** A string of Lua. */
function text(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`;
}
