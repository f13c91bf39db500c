import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { ClientTurns, ServerTurns } from './protocol-turns.ts';

/** What the thread is started with. */
export interface PgDumpTask {
  readonly args: string[];
  /** Bytes of the server come in, bytes for the server go out; null: the server has hung up. */
  readonly port: MessagePort;
  /** One counter that grows with every message on the port. */
  readonly arrivals: Int32Array;
  /** Ends `\restrict` and `\unrestrict` lines; nobody else knows it. */
  readonly restrictKey: string;
}

export type PgDumpResult = { readonly sql: string } | { readonly failure: string };

/**
 * The library deletes every line that begins with `\restrict`, also inside of strings and function bodies, where the rest of
 * the line may hold the closing quote. That would let the text of a function turn into statements. So it finds none here, and
 * the two real lines are cut out below by their key.
 */
function keepEveryLine(): void {
  const replace = RegExp.prototype[Symbol.replace];
  Object.defineProperty(RegExp.prototype, Symbol.replace, {
    value: function (this: RegExp, text: string, by: () => string) {
      return this.source.includes('restrict') ? text : replace.call(this, text, by);
    },
  });
}

function withoutRestrictLines(sql: string, key: string): string {
  const [before, between, after, ...more] = sql.split(new RegExp(`^\\\\(?:un)?restrict ${key}\\n`, 'm'));
  if (before === undefined || between === undefined || after === undefined || more.length > 0)
    throw new Error('The dump does not have the form that is expected of this version of the program.');
  return before + between + after;
}

/** A server for the program: it writes, and then reads the answer, which must be there when the write returns. */
function pretendedServer({ port, arrivals }: PgDumpTask) {
  const client = new ClientTurns();
  const server = new ServerTurns();
  let hungUp = false;

  function waitForAnswers(owed: number, onRawData: (bytes: Uint8Array) => void): void {
    for (let open = owed; open > 0 && !hungUp; ) {
      const seen = Atomics.load(arrivals, 0);
      const next = receiveMessageOnPort(port) as { message: Uint8Array | null } | undefined;
      if (next === undefined) Atomics.wait(arrivals, 0, seen);
      else if (next.message === null) hungUp = true;
      else {
        onRawData(next.message);
        open -= server.givenBack(next.message);
      }
    }
  }

  return {
    // The program's library looks at the search path of its own kind of database before and after.
    query: async () => ({ rows: [{ search_path: '""' }] }),
    exec: async () => [],
    execProtocolRawStream(bytes: Uint8Array, { onRawData }: { onRawData: (bytes: Uint8Array) => void }) {
      // A copy: the memory belongs to the program, which goes on using it.
      const sent = Uint8Array.from(bytes);
      port.postMessage(sent);
      waitForAnswers(client.owed(sent), onRawData);
    },
  };
}

async function run(task: PgDumpTask): Promise<PgDumpResult> {
  try {
    const pg = pretendedServer(task) as unknown as Parameters<typeof pgDump>[0]['pg'];
    keepEveryLine();
    const file = await pgDump({ pg, args: [...task.args, `--restrict-key=${task.restrictKey}`] });
    return { sql: withoutRestrictLines(await file.text(), task.restrictKey) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await run(workerData as PgDumpTask));
