import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attempt, Scene } from '../attempt.ts';
import { quoted } from '../intruder.ts';
import type { OperationName } from '../operations.ts';
import { append, moment, set, swap, swapAndCrash, swapper, untilStopped } from '../plant.ts';

// Names in his data directory that lead elsewhere, for whoever comes by with more rights than he has.

const ON_FILES: readonly OperationName[] = [
  'resume',
  'archive',
  'measure',
  'delete',
  'restore',
  'return',
  'discard',
  'recover',
];

/** These work on a server that runs. */
const NEEDS_SERVER: readonly OperationName[] = ['backup', 'verify', 'restore', 'restore to new', 'download'];

/** A finished segment of the neighbour's that nobody has taken yet. */
async function leaveLog(at: Scene): Promise<void> {
  await at.host.platform.session(
    at.neighbour.ref,
    `select pg_logical_emit_message(true, 'breach', '${at.neighbour.secret}'); select pg_switch_wal()`,
  );
  await moment(300);
}

async function lostLog(at: Scene): Promise<string[]> {
  try {
    const left = readdirSync(join(at.neighbour.dataDirectory, 'pg_wal/outbox'));
    return left.length > 0 ? [] : ["the neighbour's log was taken away"];
  } catch (error) {
    // Whoever could put a link that leads nowhere in its place has taken it away as well.
    return [`the neighbour's log cannot be read any more: ${(error as NodeJS.ErrnoException).code}`];
  }
}

/** A link that lies there when the platform comes. */
function link(path: string, where: string, during: OperationName, target: (at: Scene) => string): Attempt {
  return {
    name: `puts a link to ${where} in the place of ${path}`,
    during,
    alsoDuring: ON_FILES,
    alone: true,
    // One user owns both: the operating system has nothing to refuse.
    withoutRoot: where.startsWith('the neighbour') ? 'not separated' : 'held',
    plant: async (at) => {
      if (where.startsWith('the neighbour')) await leaveLog(at);
      const wanted = { path, target: target(at) };
      await (NEEDS_SERVER.includes(at.operation) ? swap(at, wanted) : swapAndCrash(at, wanted));
    },
    afterwards: async (at) => (where.startsWith('the neighbour') ? lostLog(at) : []),
  };
}

/** Links that come and go while the operation runs. */
function race(
  what: string,
  during: OperationName,
  swaps: (at: Scene) => { path: string; target: string }[],
  withoutRoot: Attempt['withoutRoot'] = 'held',
): Attempt {
  return {
    name: `swaps ${what} in a loop`,
    during,
    alsoDuring: ON_FILES,
    alone: true,
    withoutRoot,
    plant: async (at) => {
      const program = swapper(at.intruder.dataDirectory, swaps(at));
      await at.intruder.spawn(program);
    },
  };
}

/** A process that the restored server leaves behind swaps names while the data directory changes hands. */
function raceOfRestored(during: OperationName): Attempt {
  return {
    name: `lets the restored server leave a process that swaps base/5 and global (${during})`,
    during,
    alsoDuring: [],
    alone: true,
    plant: async (at) => {
      const swaps = ['base/5', 'base/1', 'global', 'pg_xact'].map((path) => ({
        path,
        target: at.canary.folder,
      }));
      const script = `cd "$PWD"; export ${at.intruder.mark}; d=$(pwd -P); setsid nohup timeout -s KILL 60 sh race.loop "$d" >/dev/null 2>&1 &`;
      const loop = swapper('DATA', swaps).replace('q(DATA)', '$ENV{DATA}');
      await at.intruder.shell(
        `cd ${quoted(at.intruder.dataDirectory)}; printf '%s' ${quoted(`export DATA="$1"; cd /; ${loop}`)} > race.loop; printf '%s' ${quoted(script)} > race.begin`,
      );
      await set(at, 'recovery_end_command', 'sh race.begin');
    },
  };
}

const canaryFolder = (at: Scene) => at.canary.folder;
const canaryFile = (at: Scene) => at.canary.file;
const ofNeighbour = (path: string) => (at: Scene) => join(at.neighbour.dataDirectory, path);

export const PATH_ATTEMPTS: readonly Attempt[] = [
  link('pg_wal', "the neighbour's", 'archive', ofNeighbour('pg_wal')),
  link('pg_wal', 'a folder of root', 'resume', canaryFolder),
  link('pg_wal/outbox', "the neighbour's", 'archive', ofNeighbour('pg_wal/outbox')),
  link('pg_wal/outbox', 'a folder of root', 'archive', canaryFolder),
  link('pg_wal/archive_status', 'a folder of root', 'resume', canaryFolder),
  link('base/1', 'a folder of root', 'measure', canaryFolder),
  link('pg_tblspc', 'a folder of root', 'restore', canaryFolder),
  link('pg_tblspc', "the neighbour's data directory", 'backup', ofNeighbour('.')),
  link('global', "the neighbour's", 'delete', ofNeighbour('global')),
  link('PG_VERSION', 'a file of root', 'resume', canaryFile),
  race('pg_wal, against a folder of root,', 'resume', (at) => [{ path: 'pg_wal', target: at.canary.folder }]),
  race('pg_wal/outbox, against a folder of root,', 'recover', (at) => [
    { path: 'pg_wal/outbox', target: at.canary.folder },
  ]),
  race('base/1, base/4, base/5, global and pg_xact, against a folder of root,', 'delete', (at) =>
    ['base/1', 'base/4', 'base/5', 'global', 'pg_xact'].map((path) => ({ path, target: at.canary.folder })),
  ),
  race('base/1, base/5 and pg_xact, against a folder of root,', 'discard', (at) =>
    ['base/1', 'base/5', 'pg_xact'].map((path) => ({ path, target: at.canary.folder })),
  ),
  race(
    'pg_wal and its outbox, against the neighbour,',
    'archive',
    (at) => [
      { path: 'pg_wal/outbox', target: join(at.neighbour.dataDirectory, 'pg_wal/outbox') },
      { path: 'pg_wal', target: join(at.neighbour.dataDirectory, 'pg_wal') },
    ],
    // One user owns both, and the links lead to what that user may read anyway.
    'not separated',
  ),
  raceOfRestored('restore'),
  raceOfRestored('restore to new'),
  {
    name: 'keeps two hundred folders changing under its deletion',
    during: 'delete',
    alsoDuring: ['discard'],
    alone: true,
    plant: async (at) => {
      const { dataDirectory } = at.intruder;
      await at.intruder.shell(
        `cd ${quoted(dataDirectory)}; mkdir -p deep; for i in $(seq 200); do mkdir deep/$i; touch deep/$i/1259 deep/$i/PG_VERSION deep/$i/shadow; done`,
      );
      const swaps = Array.from({ length: 200 }, (_, n) => ({
        path: `deep/${n + 1}`,
        target: at.canary.folder,
      }));
      const program = swapper(dataDirectory, swaps).replace('rand(0.001)', '0');
      await at.intruder.spawn(program);
    },
  },
  {
    name: 'puts a link to a file of root in the place of postmaster.pid',
    during: 'pause',
    alsoDuring: ON_FILES,
    alone: true,
    plant: async (at) => {
      const { dataDirectory } = at.intruder;
      await at.intruder.shell(
        `cd ${quoted(dataDirectory)}; cp postmaster.pid kept.pid; rm postmaster.pid; ln -s ${quoted(at.canary.file)} postmaster.pid`,
      );
    },
  },
  {
    name: 'puts a pipe in the place of postmaster.pid',
    during: 'measure',
    alsoDuring: ON_FILES,
    alone: true,
    plant: async (at) => {
      await at.intruder.shell(
        `cd ${quoted(at.intruder.dataDirectory)}; rm postmaster.pid; mkfifo postmaster.pid`,
      );
    },
  },
  pidOf('the platform process', (at) => at.host.pid),
  pidOf("the neighbour's server", (at) => at.neighbour.pid),
  {
    name: 'leaves pipes with the names of log segments',
    during: 'archive',
    alsoDuring: ['measure', 'delete', 'resume'],
    alone: true,
    plant: async (at) => {
      await at.intruder.shell(
        `cd ${quoted(at.intruder.dataDirectory)}/pg_wal; for n in 000000010000000000000077 outbox/000000010000000000000001 outbox/000000010000000000000078 00000009.history; do rm -f $n; mkfifo $n; done`,
      );
    },
  },
  {
    name: 'leaves links to log of the neighbour among the segments of its own',
    during: 'archive',
    alsoDuring: ['restore', 'verify'],
    alone: true,
    withoutRoot: 'held',
    plant: async (at) => {
      const from = join(at.neighbour.dataDirectory, 'pg_wal');
      await at.intruder.shell(
        `cd ${quoted(at.intruder.dataDirectory)}/pg_wal; for n in 1 2 3 4 5 6; do s=00000001000000000000000$n; [ -e $s ] || ln -s ${quoted(from)}/$s $s; ln -sf ${quoted(from)}/$s outbox/$s; done`,
      );
    },
  },
  {
    name: "makes hard links to files of root and of the neighbour's",
    during: 'restore',
    alsoDuring: ['delete', 'return', 'discard', 'resume'],
    plant: async (at) => {
      const { dataDirectory } = at.intruder;
      const neighbours = join(at.neighbour.dataDirectory, 'PG_VERSION');
      await at.intruder.shell(
        `cd ${quoted(dataDirectory)}; ln ${quoted(at.canary.file)} base/5/1; ln ${quoted(neighbours)} base/5/2; ln ${quoted(at.canary.file)} pg_wal/outbox/000000010000000000000001`,
      );
    },
  },
  {
    name: 'lets recovery.signal and backup_label lead to a file of root',
    during: 'resume',
    alsoDuring: ['recover', 'restore', 'backup'],
    alone: true,
    plant: async (at) => {
      await at.intruder.shell(
        `cd ${quoted(at.intruder.dataDirectory)}; for n in recovery.signal standby.signal backup_label tablespace_map; do ln -s ${quoted(at.canary.file)} $n; done`,
      );
    },
  },
  {
    name: 'makes a tablespace in a folder of root and in the data directory of the neighbour',
    during: 'backup',
    alsoDuring: ['restore', 'verify', 'download', 'upgrade'],
    plant: async (at) => {
      for (const folder of [at.canary.folder, join(at.neighbour.dataDirectory, 'pg_tblspc')])
        await at.intruder
          .sql(`create tablespace t${folder.length} location '${folder}'`)
          .catch(() => undefined);
    },
  },
  {
    name: 'puts a link to a folder of root among its tablespaces',
    during: 'verify',
    alsoDuring: ['restore', 'backup', 'restore to new'],
    alone: true,
    plant: async (at) => {
      await at.intruder.shell(
        `cd ${quoted(at.intruder.dataDirectory)}/pg_tblspc; ln -s ${quoted(at.canary.folder)} 99999; ln -s ../../../../../../etc 99998`,
      );
    },
  },
  {
    name: 'replaces the log, the record and the access rules beside its data directory',
    during: 'resume',
    alsoDuring: ['recover', 'restore'],
    withoutRoot: 'not separated',
    plant: async (at) => {
      await at.intruder.shell(
        `cd ${quoted(join(at.intruder.dataDirectory, '..'))} || exit; for n in log cluster.json pg_hba.conf log.1; do rm -f $n; ln -s ${quoted(at.canary.file)} $n; done; mv data data2`,
      );
    },
    afterwards: async (at) => (at.outcome.error === null ? [] : [`it got in the way: ${at.outcome.error}`]),
  },
  {
    name: 'lets postgresql.conf and postgresql.auto.conf lead to a file of root',
    during: 'backup',
    alsoDuring: ['restore', 'verify', 'upgrade'],
    alone: true,
    plant: async (at) => {
      await append(at, 'postgresql.conf', [`include_if_exists '${at.canary.file}'`]);
      await at.intruder.shell(
        `cd ${quoted(at.intruder.dataDirectory)}; rm -f postgresql.auto.conf; ln -s ${quoted(at.canary.file)} postgresql.auto.conf; ln -s ${quoted(at.canary.file)} pg_ident.conf.new`,
      );
    },
  },
];

/** A number of somebody else's process in the file that says which process serves. */
function pidOf(whose: string, pid: (at: Scene) => number): Attempt {
  return {
    name: `writes the number of ${whose} into postmaster.pid`,
    during: 'pause',
    alsoDuring: ['resize', 'delete', 'measure', 'recover'],
    alone: true,
    plant: async (at) => {
      const { dataDirectory } = at.intruder;
      await at.intruder
        .shell(
          `cd ${quoted(dataDirectory)}; sed "1s/.*/${pid(at)}/" postmaster.pid > next.pid; kill -QUIT $(head -1 postmaster.pid); cp next.pid postmaster.pid`,
        )
        .catch(() => undefined);
      await untilStopped(at);
      await moment(100);
    },
  };
}
