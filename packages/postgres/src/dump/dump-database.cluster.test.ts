import { Writable } from 'node:stream';
import { useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { withCopyConnection } from './connection/copy-connection.ts';
import { dumpDatabase } from './dump-database.ts';
import { everything } from './everything.cases.ts';
import { schemaSnapshotOf } from './schema-snapshot-for-test.ts';

const source = useTestCluster({ major: 15 });
const empty = useTestCluster({ major: 15, kind: 'platform' });

/** Takes everything in, slowly, and remembers how much ever waited. */
class SlowOutput extends Writable {
  readonly chunks: Buffer[] = [];
  mostWaiting = 0;

  constructor() {
    super({ highWaterMark: 64 * 1024 });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.mostWaiting = Math.max(this.mostWaiting, this.writableLength);
    this.chunks.push(chunk);
    setImmediate(done);
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/** Until 16 they stay with whoever made them when their range changes its owner. */
function withoutMultiranges({ types = [], ...snapshot }: Record<string, string[]>): Record<string, string[]> {
  return { ...snapshot, types: types.filter((line) => !line.includes('app.span_multirange')) };
}

function copyData(text: string): Buffer {
  const head = Buffer.alloc(5);
  head.write('d');
  head.writeInt32BE(Buffer.byteLength(text) + 4, 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** What psql does with such a file: the lines after COPY … FROM stdin up to `\.` are data, all else is statements. */
async function restore(target: ConnectionTarget, sql: string): Promise<void> {
  const copy = /^COPY .* FROM stdin;\n/gm;
  await withClient(target, async (client) => {
    let at = 0;
    for (let found = copy.exec(sql); found !== null; found = copy.exec(sql)) {
      await client.query(sql.slice(at, found.index));
      const end = sql.indexOf('\n\\.\n', copy.lastIndex - 1) + 1;
      const data = copyData(sql.slice(copy.lastIndex, end));
      await withCopyConnection(target, new AbortController().signal, {}, (connection) =>
        connection.copyIn(found[0], (send) => send(data)),
      );
      at = end + '\\.\n'.length;
      copy.lastIndex = at;
    }
    await client.query(sql.slice(at));
  });
}

describe('dumpDatabase', () => {
  let original: ConnectionTarget;

  beforeAll(async () => {
    original = await source.createDatabase();
    await withClient(original, async (client) => {
      for (const text of everything(15)) await client.query(text);
    });
  });

  it('writes plain SQL that makes an equal database, at the pace of the output', async () => {
    const output = new SlowOutput();
    const result = await dumpDatabase(original, output);
    // One cell has ten megabytes; all that ever waits is one portion of the socket beyond the mark.
    expect(output.mostWaiting).toBeLessThan(512 * 1024);
    expect(result.bytes).toBe(Buffer.byteLength(output.text));
    expect(output.text).not.toContain('Secret-1');
    const target = await empty.createDatabase();
    await restore(target, output.text);
    expect(withoutMultiranges(await schemaSnapshotOf(target))).toEqual(
      withoutMultiranges(await schemaSnapshotOf(original)),
    );
  });

  it('leaves roles and settings out on request', async () => {
    const output = new SlowOutput();
    await dumpDatabase(original, output, { includeGlobals: false });
    expect(output.text).not.toMatch(/CREATE ROLE|ALTER DATABASE|PASSWORD|ON PARAMETER/);
    expect(output.text).toContain('CREATE TABLE app.people');
  });

  it('shows one moment, whatever is written meanwhile', async () => {
    const database = await source.createDatabase();
    await withClient(database, async (client) => {
      await client.query('create table public.a as select 1 as n; create table public.b as select 1 as n');
      const output = new SlowOutput();
      let written: Promise<unknown> | null = null;
      await dumpDatabase(database, output, {
        onProgress: () => {
          written ??= client.query('insert into public.a values (2); insert into public.b values (2)');
        },
      });
      await written;
      expect(output.text).toContain('COPY public.a (n) FROM stdin;\n1\n\\.\n');
      expect(output.text).toContain('COPY public.b (n) FROM stdin;\n1\n\\.\n');
    });
  });

  it('ends with the error of an output that fails', async () => {
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(new Error('No space left on device')),
    });
    await expect(dumpDatabase(original, full)).rejects.toThrow('No space left on device');
  });
});
