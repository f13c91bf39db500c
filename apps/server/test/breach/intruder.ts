import { randomBytes } from 'node:crypto';
import type { ClusterAddress } from '@basalt/clusters';
import { withClient } from '@basalt/postgres';
import { killAll, processesWith } from './processes.ts';

/** How long a process of an attempt may live when nobody ends it, so that a broken test leaves nothing behind for good. */
const LIFE_S = 120;

/** Somebody who has broken out of a project's database: superuser in it, with a shell as the cluster's system user. */
export interface Intruder {
  readonly uid: number;
  readonly dataDirectory: string;
  readonly socketFolder: string;
  /** The number in the name of the socket. */
  readonly port: number;
  /** In the environment of every process of his. */
  readonly mark: string;
  /** As superuser, over the project's private socket. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  /** Runs a command as the cluster's system user. @returns what it wrote, errors included */
  shell(command: string): Promise<string>;
  /** Starts a command that outlives its session: a session and a process group of its own, in `/`. */
  spawn(command: string): Promise<void>;
  /** His processes that live. */
  survivors(): number[];
  /** Ends what is left of him, by the test. */
  end(): void;
}

/** @param of what his processes are marked with, if not only with a mark of his own */
export async function breakInto(address: ClusterAddress, of = ''): Promise<Intruder> {
  const mark = of === '' ? `BREACH_MARK=${randomBytes(8).toString('hex')}` : of;
  const sql = (text: string) =>
    withClient(address, async (client) => (await client.query(text)).rows as Record<string, unknown>[]);

  /** What a program writes comes back as one line of base64, so that nothing in it can end the copy. */
  const shell = async (command: string) => {
    const wrapped = `export ${mark}; ( ${command}\n) 2>&1 </dev/null | head -c 400000 | base64 -w 0; echo`;
    return withClient(address, async (client) => {
      await client.query(
        'set session_replication_role = replica; create temp table if not exists heard (line text)',
      );
      await client.query(`copy heard from program ${literal(`sh -c ${quoted(wrapped)}`)} (format text)`);
      const { rows } = await client.query<{ line: string }>('select line from heard');
      return Buffer.from(rows.map(({ line }) => line).join(''), 'base64')
        .toString('latin1')
        .trim();
    });
  };

  const spawn = async (command: string) => {
    // A server up to version 15 hands its client's connection on to what it starts: it would never seem to end.
    const begin = `use POSIX; POSIX::close($_) for 3..255; chdir "/"; $SIG{HUP} = "IGNORE"; exec @ARGV`;
    await shell(
      `setsid perl -e ${quoted(begin)} timeout -s KILL ${LIFE_S} sh -c ${quoted(command)} >/dev/null 2>&1 </dev/null &`,
    );
  };

  const [place] = await sql(`select current_setting('data_directory') as data`);
  return {
    uid: Number(await shell('id -u')),
    dataDirectory: String(place?.data),
    socketFolder: address.host,
    port: address.port,
    mark,
    sql,
    shell,
    spawn,
    survivors: () => processesWith(mark),
    end: () => {
      // By what they were started with, never by their user: that may be somebody else's on this machine too.
      for (let round = 0, left = [0]; round < 500 && left.length > 0; round += 1) {
        left = processesWith(mark);
        killAll(left);
      }
    },
  };
}

/** As one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** As a literal of SQL. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A Perl program as a command; every distribution has Perl, and a compiler would be too much to ask. */
export function perl(program: string): string {
  return `perl -e ${quoted(program)}`;
}
