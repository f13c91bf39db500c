import { join } from 'node:path';
import type { Attempt, Scene } from '../attempt.ts';
import { perl, quoted } from '../intruder.ts';
import type { OperationName } from '../operations.ts';
import { moment } from '../plant.ts';

// A server that neither dies nor answers: whoever waits for it must not keep the others waiting.

/** Longer than everything that is asked of the neighbour meanwhile takes on a busy machine. */
const OTHERS_MS = 15_000;
/** Until the session that starts the freezer has said goodbye. */
const HEAD_START_S = 1;

const others = new WeakMap<Scene, Promise<string[]>>();

/**
 * Stops all processes of the server whose command line matches, and those that are started later, without end. The first process
 * cannot be stopped where it has its own view of processes; whoever it starts can.
 */
function freezer({ intruder }: Scene, pattern: string): string {
  return perl(`select(undef,undef,undef,${HEAD_START_S}); my $own = q(${intruder.dataDirectory});
    while (1) { for my $p (map { m{(\\d+)$} } glob("/proc/[0-9]*")) {
      next if (readlink("/proc/$p/cwd") // "") ne $own; open(my $f, "<", "/proc/$p/cmdline") or next; my $c = <$f> // "";
      kill "STOP", $p if $c =~ m{${pattern}}; } select(undef,undef,undef,0.002) }`);
}

/** What the platform does for other projects while it waits for this one. */
async function serveOthers({ host, neighbour }: Scene): Promise<string[]> {
  const harm: string[] = [];
  const begin = performance.now();
  const tasks: Record<string, () => Promise<unknown>> = {
    start: () => host.driver.start(neighbour.ref),
    sample: () => host.driver.stats(neighbour.ref),
    session: () => host.platform.session(neighbour.ref, 'select 1'),
    archive: () => host.backups.ship(neighbour.ref),
    backup: () => host.backups.takeBase(neighbour.ref),
  };
  for (const [name, task] of Object.entries(tasks))
    await task().catch((error: unknown) => harm.push(`the ${name} of ${neighbour.ref} fails: ${error}`));
  const tookMs = Math.round(performance.now() - begin);
  if (tookMs > OTHERS_MS) harm.push(`what ${neighbour.ref} needs takes ${tookMs} ms meanwhile`);
  return harm;
}

function freeze(what: string, pattern: string, during: OperationName): Attempt {
  return {
    name: `freezes ${what} (${during})`,
    during,
    alsoDuring: [],
    alone: true,
    // The freezer runs as the platform's own user there: a stop cannot end it with the rest of the server.
    withoutRoot: 'not separated',
    plant: async (at) => {
      await at.intruder.spawn(freezer(at, pattern));
      await moment(HEAD_START_S * 1_000 + 300);
      others.set(
        at,
        moment(500).then(() => serveOthers(at)),
      );
    },
    // That the operation ends in time is looked at in any case.
    afterwards: async (at) => (await others.get(at)) ?? ['nothing was planted'],
  };
}

const EVERYTHING = 'every process of its server';

export const STALLING_ATTEMPTS: readonly Attempt[] = [
  ...(['session', 'pause', 'resize', 'backup', 'measure', 'download'] as const).map((during) =>
    freeze(EVERYTHING, 'postgres', during),
  ),
  freeze('whoever sends its log and its files', 'walsender', 'backup'),
  {
    name: 'puts pipes in the place of what a start reads and writes',
    during: 'resume',
    alsoDuring: ['resize', 'recover'],
    alone: true,
    plant: async (at) => {
      const names = [
        'postmaster.opts',
        'backup_label',
        'tablespace_map',
        'recovery.signal',
        'standby.signal',
      ];
      const paths = names.map((name) => quoted(join(at.intruder.dataDirectory, name))).join(' ');
      await at.intruder.shell(`rm -f ${paths}; mkfifo ${paths}`);
    },
    afterwards: async ({ outcome }) =>
      outcome.error === null ? [] : [`the server does not start any more: ${outcome.error}`],
  },
];
