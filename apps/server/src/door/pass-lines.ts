import { randomUUID } from 'node:crypto';
import { type Agent, request as startRequest } from 'node:http';
import type { RealtimeCounts, RequestLog } from '@basalt/dataplane';
import type { RealtimeCount, RequestLogEntry } from '@basalt/project';

/** What a gateway of another machine has to tell the logs, which are on the machine that keeps the projects. */
export interface Lines {
  /** Which process tells, and the how manieth batch of it this is: one that comes twice counts once. */
  source: string;
  number: number;
  requests: [ref: string, entry: RequestLogEntry][];
  keys: [ref: string, hash: string][];
  realtime: [ref: string, count: RealtimeCount][];
}

export const LINES_PATH = '/door/lines';

/** Lines wait so long to be told together. A kill loses at most these. */
const TELL_MS = 500;
/** Of each kind. While the other machine is away, newer ones are dropped rather than memory filled. */
const MOST_WAITING = 20_000;
const ANSWER_WITHIN_MS = 5_000;

export interface PassedLines {
  requestLog: RequestLog;
  realtimeCounts: RealtimeCounts;
}

/** Logs that are kept on the machine behind the door. */
export function passLines(agent: Agent, onError: (error: unknown) => void): PassedLines {
  const source = randomUUID();
  let number = 0;
  let requests: Lines['requests'] = [];
  let realtime: Lines['realtime'] = [];
  let keys = new Map<string, [ref: string, hash: string]>();
  /** One that was not taken yet is told again as it was. */
  let pending: Lines | null = null;
  let telling: Promise<void> = Promise.resolve();

  const tell = () => {
    telling = telling.then(tellOnce).catch(onError);
    return telling;
  };
  const timer = setInterval(tell, TELL_MS).unref();

  async function tellOnce(): Promise<void> {
    if (pending === null && requests.length + realtime.length + keys.size > 0) {
      number += 1;
      pending = { source, number, requests, keys: [...keys.values()], realtime };
      requests = [];
      realtime = [];
      keys = new Map();
    }
    if (pending === null) return;
    await post(agent, JSON.stringify(pending));
    pending = null;
  }

  async function close(): Promise<void> {
    clearInterval(timer);
    await tell();
    await tell();
  }

  return {
    requestLog: {
      add: (ref, entry) => void (requests.length < MOST_WAITING && requests.push([ref, entry])),
      noteKey: (ref, hash) => void (keys.size < MOST_WAITING && keys.set(`${ref} ${hash}`, [ref, hash])),
      close,
    },
    realtimeCounts: {
      add: (ref, count) => void (realtime.length < MOST_WAITING && realtime.push([ref, count])),
      close,
    },
  };
}

function post(agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = startRequest({
      agent,
      method: 'POST',
      path: LINES_PATH,
      headers: {
        host: 'door',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    asked.once('response', (answer) => {
      answer.resume();
      if (answer.statusCode === 204) resolve();
      else reject(new Error(`The lines of this gateway were answered with ${answer.statusCode}.`));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
