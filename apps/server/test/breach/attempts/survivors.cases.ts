import type { Attempt, Scene } from '../attempt.ts';
import { NotApplicable } from '../attempt.ts';
import { perl, quoted } from '../intruder.ts';
import { ENDS_EVERYTHING, type OperationName, STARTS_AFRESH } from '../operations.ts';
import { moment, outsiders } from '../plant.ts';
import { commandOf, processesOf } from '../processes.ts';

// Processes that try to live on after their database was stopped, replaced or deleted.

const ENDING: readonly OperationName[] = [...ENDS_EVERYTHING, ...STARTS_AFRESH];

function survivor(name: string, during: OperationName, command: (at: Scene) => string): Attempt {
  return {
    name,
    during,
    alsoDuring: ENDING.filter((each) => each !== during),
    withoutRoot: 'not separated',
    plant: async (at) => {
      await at.intruder.spawn(command(at));
      await moment(100);
    },
    afterwards: async (at) => left(at),
  };
}

/** What lives of the intruder; after a stop, anything at all of his user. */
function left(at: Scene): string[] {
  const pids = new Set(at.intruder.survivors());
  if (at.isRoot && ENDS_EVERYTHING.includes(at.operation))
    for (const pid of processesOf(at.intruder.uid)) pids.add(pid);
  return [...pids].slice(0, 3).map((pid) => `process ${pid} lives on: ${commandOf(pid).slice(0, 80)}`);
}

const LOOP = 'sleep 0.05 while 1';

export const SURVIVOR_ATTEMPTS: readonly Attempt[] = [
  survivor('leaves a process in another session and folder', 'pause', () => 'cd /; exec sleep 100'),
  survivor('leaves a process that was renamed to look like a server', 'delete', () =>
    perl(
      `$0 = "postgres: checkpointer "; $SIG{$_} = "IGNORE" for qw(TERM HUP INT QUIT USR1 USR2 PIPE ALRM); select(undef,undef,undef,0.05) while 1`,
    ),
  ),
  survivor('leaves a process that ignores every signal it can', 'restore', () =>
    perl(
      `$SIG{$_} = "IGNORE" for grep { !/KILL|STOP|NUM/ } keys %SIG; select(undef,undef,undef,0.05) while 1`,
    ),
  ),
  survivor('leaves fifty processes that start each other anew', 'pause', () =>
    // Each lives for a blink and has a child that goes on: a list of them is old when it is read.
    perl(
      `for (1..50) { last if fork } my $end = time + 8; while (time < $end) { my $p = fork; if ($p) { select(undef,undef,undef,0.01); exit } elsif (!defined $p) { select(undef,undef,undef,0.01) } else { $SIG{CHLD} = "IGNORE"; select(undef,undef,undef,0.02) } }`,
    ),
  ),
  survivor('leaves fifty processes that wait', 'delete', () =>
    perl(`for (1..49) { last if !fork } select(undef,undef,undef,0.05) while 1`),
  ),
  survivor('leaves processes that hold each other by ptrace', 'delete', () =>
    // PTRACE_SEIZE (0x4206) of the other, who is then stopped.
    perl(
      `my $c = fork; if (!$c) { select(undef,undef,undef,0.05) while 1 } syscall(101, 0x4206, $c, 0, 0); syscall(101, 0x4207, $c, 0, 0); select(undef,undef,undef,0.05) while 1`,
    ),
  ),
  survivor('leaves a process that is stopped', 'upgrade', () =>
    perl(`kill "STOP", $$; ${'select(undef,undef,undef,0.05) while 1'}`),
  ),
  survivor('leaves a process that keeps its data directory open', 'restore', (at) =>
    perl(
      `opendir(my $d, q(${at.intruder.dataDirectory})); open(my $f, "<", q(${at.intruder.dataDirectory}/PG_VERSION)); select(undef,undef,undef,0.05) while 1`,
    ),
  ),
  survivor(
    'leaves a process that works in its data directory',
    'resume',
    (at) => `cd ${quoted(at.intruder.dataDirectory)}; exec sleep 100`,
  ),
  survivor(
    'leaves a process in user and process namespaces of its own',
    'pause',
    () => 'unshare -Ur --fork --pid sleep 100 || exec sleep 100',
  ),
  survivor(
    'leaves a process that has only threads left',
    'resize',
    () => `${LOOP.replace('sleep 0.05 while 1', 'while :; do sleep 0.2; done')}`,
  ),
  {
    name: 'leaves a process on for the next project',
    during: 'delete',
    alsoDuring: [],
    alone: true,
    withoutRoot: 'not separated',
    plant: async (at) => {
      await at.intruder.spawn('exec sleep 100');
    },
    afterwards: async (at) => {
      // The same name and the same port: if any project gets the user of the former one, this one does.
      const port = (await at.host.driver.start('neighbour')).port ?? 0;
      const ports = [Number(at.intruder.port), port + 150];
      const harm: string[] = [];
      for (const each of ports) {
        await at.host.driver.create({ ref: 'heir', kind: 'project', major: at.major, port: each });
        const { pid, address } = await at.host.driver.start('heir');
        const { uidOf } = await import('../processes.ts');
        if (uidOf(pid) === at.intruder.uid)
          harm.push(`the next project has the user ${at.intruder.uid} again`);
        const said = await at.intruder.survivors().length;
        if (said > 0 && uidOf(pid) === at.intruder.uid)
          harm.push(`and a living process of the former one, which can open ${address.host}`);
        await at.host.driver.remove('heir');
      }
      return harm;
    },
  },
  {
    name: 'leaves shared memory and message queues',
    during: 'delete',
    alsoDuring: ['pause'],
    withoutRoot: 'not separated',
    plant: async (at) => {
      await at.intruder.shell(
        perl(
          `print shmget(0x42${at.ref.replace(/\D/g, '')}, 4096, 01666), " ", msgget(0x43${at.ref.replace(/\D/g, '')}, 01666)`,
        ),
      );
      await at.intruder.shell(
        `echo planted > /dev/shm/breach-${at.ref}; chmod 666 /dev/shm/breach-${at.ref}`,
      );
      at.onEnd(async () => {
        const { rmSync } = await import('node:fs');
        rmSync(`/dev/shm/breach-${at.ref}`, { force: true });
      });
      await at.intruder.spawn(
        perl(
          `my $m = shmget(0x42${at.ref.replace(/\D/g, '')}, 4096, 01666); select(undef,undef,undef,0.05) while 1`,
        ),
      );
    },
    afterwards: async (at) => left(at),
  },
  {
    name: 'leaves setuid copies of a shell in folders of everybody',
    during: 'delete',
    alsoDuring: ['pause'],
    plant: async (at) => {
      const places = ['/tmp', '/dev/shm', '/var/tmp'].map((folder) => `${folder}/breach-shell-${at.ref}`);
      at.onEnd(async () => {
        const { rmSync } = await import('node:fs');
        for (const place of places) rmSync(place, { force: true });
      });
      for (const place of places) await at.intruder.shell(`cp /bin/sh ${place}; chmod 4755 ${place}`);
    },
    afterwards: async (at) => {
      if (!at.isRoot) throw new NotApplicable('everybody is the same user');
      const { statSync } = await import('node:fs');
      const places = ['/tmp', '/dev/shm', '/var/tmp'].map((folder) => `${folder}/breach-shell-${at.ref}`);
      // One of a user whom nobody will be again is worth nothing; one of root's or of a neighbour's would be.
      return places.flatMap((place) => {
        const owner = statSync(place, { throwIfNoEntry: false })?.uid;
        return owner === 0 || owner === at.neighbour.uid ? [`${place} belongs to ${owner}`] : [];
      });
    },
  },
  {
    name: 'asks cron and at to start it again',
    during: 'delete',
    alsoDuring: ['pause'],
    plant: async (at) => {
      const said = await at.intruder.shell(
        `echo ${quoted(at.tell)} | at now 2>&1; echo ${quoted(`* * * * * ${at.tell}`)} | crontab - 2>&1; mkdir -p /var/spool/cron/crontabs/x /etc/cron.d/x 2>&1; echo done`,
      );
      if (!said.includes('done')) throw new NotApplicable('there is neither');
    },
    afterwards: async (at) => outsiders(at),
  },
];
