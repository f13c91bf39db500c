import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOSTILE_SERVERS, type HostileServer } from './attempts/hostile-server.cases.ts';
import type { Visit } from './visit.ts';

/**
 * A server that was taken over may say anything to the platform, which comes to see it all the time. The session must end with
 * an error, without having kept what was said, and without having said what nobody may know.
 */
const VISITOR = new URL('./visitor.ts', import.meta.url);
const SECRET = 'secret-of-the-environment';
const PORT = 5432;
/** A process that has loaded our code has some hundred MB. */
const MOST_MB = 300;
/** As much as shows that it is kept, and not enough to bring the machine down. */
const FLOOD_BYTES = 500 * 1024 * 1024;
/** So long a visitor waits to be let in: where much is said, until all of it was. */
const WAITING_MS = { silent: 1_500, flooded: 15_000 };
const PATIENCE_MS = 30_000;

interface Listening {
  folder: string;
  heard(): string;
  close(): void;
}

async function listen(hostile: HostileServer): Promise<Listening> {
  const heard: Buffer[] = [];
  const sockets = new Set<Socket>();
  const folder = mkdtempSync(join(tmpdir(), 'basalt-hostile-'));
  const server = createServer({ allowHalfOpen: hostile.staysOpen ?? false }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let said = 0;
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes);
      said += 1;
      if (said === 1) say(socket, hostile.first, hostile.before);
      if (said === 2 && hostile.answer) say(socket, hostile.answer, hostile.after);
    });
  }).listen(join(folder, `.s.PGSQL.${PORT}`));
  await once(server, 'listening');
  return {
    folder,
    heard: () => Buffer.concat(heard).toString('latin1'),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function say(socket: Socket, once: Buffer, again: Buffer | undefined): void {
  socket.write(once);
  if (again === undefined) return;
  let sent = 0;
  const send = () => {
    while (!socket.destroyed && sent < FLOOD_BYTES) {
      sent += again.length;
      if (!socket.write(again)) return;
    }
    socket.end();
  };
  socket.on('drain', send);
  send();
}

/** Gives how the session ended, or why nobody can tell. */
async function visit(folder: string, waitingMs: number): Promise<Visit | string> {
  const child = fork(VISITOR, [folder, String(PORT), String(waitingMs)], {
    // Names that clients of PostgreSQL look at.
    env: { PATH: process.env.PATH, PGPASSWORD: SECRET, PGSSLMODE: 'require' },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    words += bytes.toString();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let said: Visit | null = null;
  child.once('message', (message) => {
    said = message as Visit;
  });
  await once(child, 'close');
  clearTimeout(timer);
  const why = /^\w*Error: .*$/m.exec(words)?.[0] ?? 'the session does not end';
  return said ?? `the process is dead: ${why}`;
}

describe('a server that', () => {
  it.concurrent.each(HOSTILE_SERVERS)(
    '$name gets nothing, and costs little',
    async (hostile) => {
      const listening = await listen(hostile);
      try {
        const outcome = await visit(
          listening.folder,
          hostile.before ? WAITING_MS.flooded : WAITING_MS.silent,
        );
        // One that answers as it should is no error; but it, too, must not hold the session.
        const error = hostile.staysOpen ? '' : expect.stringMatching(/./);
        expect(outcome).toMatchObject({ error, peakMb: expect.any(Number) });
        expect((outcome as Visit).peakMb).toBeLessThan(MOST_MB);
        expect(listening.heard()).not.toContain(SECRET);
      } finally {
        listening.close();
      }
    },
    60_000,
  );
});
