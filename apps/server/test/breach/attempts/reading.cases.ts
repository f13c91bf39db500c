import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../alive.ts';
import { type Attempt, NotApplicable, type Scene } from '../attempt.ts';
import { HostProcess } from '../host-process.ts';
import { breakInto, perl, quoted } from '../intruder.ts';
import { leaked, serverProgram } from '../plant.ts';
import { uidOf } from '../processes.ts';

// Looking into, stopping and changing what is not his, without waiting for anybody to do something.

/** Asks what files and folders say; none of it may hold a secret, and of `closed` ones nothing may come at all. */
function look(
  name: string,
  paths: (at: Scene) => string[],
  withoutRoot: Attempt['withoutRoot'] = 'not separated',
): Attempt {
  return {
    name,
    during: 'running',
    withoutRoot,
    afterwards: async (at) => {
      const harm: string[] = [];
      for (const path of paths(at)) {
        const said = await at.intruder.shell(
          `if [ -d ${quoted(path)}/ ]; then ls -A ${quoted(path)}/ 2>/dev/null | sed s/^/CAN-READ:/; else head -c 9999 ${quoted(path)} 2>/dev/null | sed s/^/CAN-READ:/; fi`,
        );
        if (said.includes('CAN-READ:')) harm.push(`${path}: ${said.slice(0, 60)}`, ...leaked(at, said));
      }
      return harm;
    },
  };
}

/** Tries to change something; the test looks whether it is there. */
function write(name: string, paths: (at: Scene) => string[]): Attempt {
  return {
    name,
    during: 'running',
    withoutRoot: 'not separated',
    afterwards: async (at) => {
      const harm: string[] = [];
      for (const path of paths(at)) {
        const planted = join(path, `planted-by-${at.ref}`);
        const said = await at.intruder.shell(`echo evil > ${quoted(planted)} && echo CAN-WRITE`);
        if (said.includes('CAN-WRITE')) harm.push(`${path} takes files of his`);
        at.onEnd(() => rmSync(planted, { force: true }));
      }
      return harm;
    },
  };
}

const PARTS = ['environ', 'maps', 'mem', 'fd', 'root/proc', 'cwd/proc', 'auxv', 'syscall', 'stack'];
const ofProcess = (pid: number) => PARTS.map((part) => `/proc/${pid}/${part}`);

/** @param group also what shares the target's process group, unless others of the intruder's own user may be in it */
function signals(whose: string, pid: (at: Scene) => number, group = true): Attempt {
  return {
    name: `sends signals to ${whose} and holds it by ptrace`,
    during: 'running',
    withoutRoot: 'not separated',
    afterwards: async (at) => {
      const target = pid(at);
      // Nothing that would end it: without root it may succeed, and others still need it.
      const said = await at.intruder.shell(
        perl(
          `print "CAN-SIGNAL " if kill(0, ${target}); print "CAN-TRACE " if syscall(101, 0x4206, ${target}, 0, 0) == 0; ${group ? `print "CAN-SIGNAL-GROUP " if kill(0, -${target});` : ''}`,
        ),
      );
      return [...(said.includes('CAN-') ? [said] : []), ...(isAlive(target) ? [] : ['it is dead'])];
    },
  };
}

const home = (at: Scene, ...names: string[]) => names.map((name) => join(at.host.home, name));

export const READING_ATTEMPTS: readonly Attempt[] = [
  look('reads environment, memory and open files of the platform process', (at) => ofProcess(at.host.pid)),
  look("reads environment, memory and open files of the neighbour's server", (at) =>
    ofProcess(at.neighbour.pid),
  ),
  {
    name: 'finds a secret on a command line',
    during: 'running',
    afterwards: async (at) =>
      leaked(at, await at.intruder.shell(`cat /proc/*/cmdline 2>/dev/null | tr '\\0' ' '`)),
  },
  {
    name: 'reads all memory of the machine, and its disks',
    during: 'running',
    afterwards: async (at) => {
      const said = await at.intruder.shell(
        'for f in /dev/mem /dev/kmem /proc/kcore /dev/vda /dev/sda /dev/nvme0n1 /dev/loop0 /dev/port; do head -c 1 $f >/dev/null 2>&1 && echo CAN-READ $f; done',
      );
      return said.includes('CAN-READ') ? [said] : [];
    },
  },
  look("reads the neighbour's files", (at) => [
    at.neighbour.dataDirectory,
    ...['PG_VERSION', 'global/pg_control', 'pg_wal/000000010000000000000001', 'base'].map((name) =>
      join(at.neighbour.dataDirectory, name),
    ),
  ]),
  look("reads the neighbour's record, log, access rules and key of the vault, and its own record", (at) => [
    ...['cluster.json', 'log', 'pg_hba.conf', 'vault.key'].map((name) =>
      join(at.neighbour.dataDirectory, '..', name),
    ),
    ...home(at, `projects/${at.ref}/cluster.json`),
  ]),
  look('reads the backups of others and its own', (at) =>
    home(at, 'backups', 'backups/neighbour', `backups/${at.ref}`),
  ),
  look('reads the key of all secrets', (at) => home(at, 'secret.key', 'layout.json')),
  look('lists projects, pool, trash, locks and folders of work', (at) =>
    home(at, '.', 'projects', 'pool', 'trash', 'locks', 'incoming', 'scratch', 'run', 'platform'),
  ),
  write('poisons templates and ready copies', (at) => home(at, 'templates', 'pool')),
  write('poisons the programs of servers', (at) => home(at, 'postgres', 'postgres/17', 'postgres/bin')),
  write('plants files in folders of work', (at) =>
    home(
      at,
      '.',
      'incoming',
      'locks',
      'trash',
      'scratch',
      'projects',
      'run',
      'platform',
      `projects/${at.ref}`,
    ),
  ),
  write("plants files in the neighbour's folders", (at) => [
    at.neighbour.dataDirectory,
    join(at.neighbour.dataDirectory, 'pg_wal/outbox'),
    at.neighbour.socketFolder,
  ]),
  {
    name: 'writes to the programs that it is running from',
    during: 'running',
    withoutRoot: 'not separated',
    afterwards: async (at) => {
      const said = await at.intruder.shell(
        `p=$(${serverProgram(at)}); d=$(dirname "$p"); [ -d "$d" ] || echo CAN-NOT-FIND; for f in $p $d $d/../lib $d/../share; do [ -w $f ] && echo CAN-WRITE $f; done; true`,
      );
      return said.includes('CAN-') ? [said] : [];
    },
  },
  signals('the platform process', (at) => at.host.pid),
  signals("the neighbour's server", (at) => at.neighbour.pid),
  { ...signals('the parent of the test', () => process.ppid, false), withoutRoot: 'held' },
  {
    name: 'reads a database that is being restored for somebody else',
    during: 'running',
    alone: true,
    withoutRoot: 'not separated',
    afterwards: async (at) => {
      await at.host.driver.create({ ref: 'beside-other', kind: 'scratch', major: at.major, port: null });
      at.onEnd(() => at.host.driver.remove('beside-other'));
      const { pid, address } = await at.host.driver.start('beside-other');
      const [row] = await at.host.platform.session(
        'beside-other',
        `select current_setting('data_directory') as data`,
      );
      const harm: string[] = [];
      for (const path of [String(row?.data), address.host, `/proc/${pid}/environ`, `/proc/${pid}/mem`]) {
        const said = await at.intruder.shell(`[ -r ${quoted(path)} ] && echo CAN-READ ${quoted(path)}`);
        if (said.includes('CAN-READ')) harm.push(said);
      }
      if (at.isRoot && uidOf(pid) === at.intruder.uid) harm.push('it has the same user');
      return harm;
    },
  },
  {
    name: 'is the same user as a project of another Basalt on this machine',
    during: 'running',
    alone: true,
    afterwards: async (at) => {
      if (!at.isRoot) throw new NotApplicable('users are not given out without root');
      const other = new HostProcess({
        home: join(at.host.home, '..', `other-${at.ref}`),
        firstPort: at.neighbour.port - 200,
        secret: 'none',
        uid: null,
      });
      await other.start();
      at.onEnd(() => other.kill());
      const mine = [at.intruder.uid, at.neighbour.uid, at.platform.uid];
      const harm: string[] = [];
      // The first ports of both, and the users that projects without a port and the platforms have.
      const clusters = [
        { ref: 'platform', kind: 'platform', major: 17, port: null },
        ...[0, 1, 2, 3, 4, 6].map(
          (n) =>
            ({ ref: `guest${n}`, kind: 'project', major: 17, port: at.neighbour.port - 200 + n }) as const,
        ),
      ] as const;
      await Promise.all(
        clusters.map(async (cluster) => {
          await other.driver.create(cluster);
          const { pid } = await other.driver.start(cluster.ref);
          if (mine.includes(uidOf(pid)))
            harm.push(`${cluster.ref} of the other Basalt runs as user ${uidOf(pid)}`);
        }),
      );
      await Promise.all(clusters.map(({ ref }) => other.driver.remove(ref)));
      return harm;
    },
  },
  {
    name: 'is broken into, and the same user as another project of this Basalt',
    during: 'running',
    afterwards: async (at) => {
      if (!at.isRoot) throw new NotApplicable('users are not given out without root');
      const { address } = await at.host.driver.start('neighbour');
      const other = await breakInto(address);
      return [other.uid, at.platform.uid].includes(at.intruder.uid) || at.intruder.uid === 0
        ? [`its user is ${at.intruder.uid}`]
        : [];
    },
  },
];
