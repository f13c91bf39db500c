import { join } from 'node:path';
import { type Attempt, NotApplicable, type Scene } from '../attempt.ts';
import { quoted } from '../intruder.ts';
import type { OperationName } from '../operations.ts';
import { anybody, append, compiled, moment, outsiders, serverProgram, set } from '../plant.ts';

// Settings that would run, load, write or listen to something, carried along by backups and upgrades.

const RESTORES: readonly OperationName[] = ['verify', 'restore', 'restore to new'];
const STARTS: readonly OperationName[] = ['resume', 'resize', 'return', 'upgrade', 'recover', ...RESTORES];

/** A command that only recovery runs: whoever restores decides what runs there, and never the restored. */
function ofRecovery(name: string): Attempt[] {
  return RESTORES.map((during) => ({
    name: `plants ${name}`,
    during,
    alsoDuring: [],
    plant: (at) => set(at, name, at.tell),
    afterwards: async (at) => anybody(at),
  }));
}

/** Something that a server may run or load as the user of its own project, but not while its backup is being verified. */
function ofServer(name: string, plant: (at: Scene) => Promise<void>, isFatal = true): Attempt {
  return {
    name: `plants ${name}`,
    during: 'verify',
    alsoDuring: STARTS.filter((each) => each !== 'verify'),
    ...(isFatal ? { alone: true as const } : {}),
    plant,
    afterwards: async (at) => (at.operation === 'verify' ? anybody(at) : outsiders(at)),
  };
}

function library(
  name: string,
  { isFatal = true, lines = [], from = 15 }: { isFatal?: boolean; lines?: string[]; from?: number } = {},
): Attempt {
  const plant = async (at: Scene) => {
    if (at.major < from) throw new NotApplicable(`only from PostgreSQL ${from} on`);
    const made = compiled(at);
    const folder = join(at.intruder.dataDirectory, 'lib');
    // It lies in the data directory, so a backup of it brings the library along.
    await at.intruder.shell(`mkdir -p ${quoted(folder)}; cp ${quoted(made)} ${quoted(folder)}`);
    await append(at, 'postgresql.auto.conf', [`${name} = 'lib/${made.split('/').at(-1)}'`, ...lines]);
  };
  return ofServer(name, plant, isFatal);
}

/** A place or a number that leads the platform, or others, to the wrong server. */
function misleading(name: string, value: (at: Scene) => string, isFixed = true): Attempt {
  return {
    name: `sets ${name}`,
    during: 'resume',
    alsoDuring: ['resize', 'restore', 'verify', 'recover', 'return', 'upgrade', 'backup'],
    plant: (at) => append(at, 'postgresql.auto.conf', [`${name} = '${value(at)}'`]),
    afterwards: async (at) => {
      if (at.operation === 'verify' || at.operation === 'backup') return [];
      // What else was planted may have made the operation fail; the door of the platform must be open all the same.
      const shown = `select current_setting('${name}', true) as value`;
      const answer = await at.host.driver
        .start(at.ref)
        .then(() => at.host.platform.session(at.ref, shown))
        .catch((error: unknown) => String(error));
      if (typeof answer === 'string') return [`the platform is locked out: ${answer}`];
      const [row] = answer;
      const planted = value(at);
      return isFixed && row?.value === planted ? [`${name} is ${planted}`] : [];
    },
  };
}

/** Settings with paths to root's things, which a server would write to or read from as its own user and nothing else. */
function pointing(name: string, value: (at: Scene) => string, isFatal = false): Attempt {
  return {
    name: `sets ${name} to something of root's or of the neighbour's`,
    during: 'verify',
    alsoDuring: STARTS.filter((each) => each !== 'verify'),
    ...(isFatal ? { alone: true as const } : {}),
    plant: (at) => append(at, 'postgresql.conf', [`${name} = '${value(at)}'`]),
  };
}

export const SETTING_ATTEMPTS: readonly Attempt[] = [
  ...ofRecovery('archive_cleanup_command'),
  ...ofRecovery('recovery_end_command'),
  ...ofRecovery('restore_command'),
  ofServer('archive_command', async (at) => {
    await append(at, 'postgresql.auto.conf', [
      `archive_library = ''`,
      `archive_mode = 'always'`,
      `archive_command = '${at.tell.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`,
    ]);
  }),
  ofServer('ssl_passphrase_command', async (at) => {
    const made = await at.intruder.shell(
      `cd ${quoted(at.intruder.dataDirectory)} && openssl req -x509 -newkey rsa:2048 -passout pass:x -keyout evil.key -out evil.crt -subj /CN=x -days 9 2>&1 | tail -1; chmod 600 evil.key; ls evil.crt`,
    );
    if (!made.endsWith('evil.crt')) throw new NotApplicable('there is no openssl here');
    await append(at, 'postgresql.auto.conf', [
      `ssl = 'on'`,
      `ssl_cert_file = 'evil.crt'`,
      `ssl_key_file = 'evil.key'`,
      `ssl_passphrase_command_supports_reload = 'on'`,
      `ssl_passphrase_command = '${at.tell.replaceAll('\\', '\\\\')}'`,
    ]);
  }),
  library('shared_preload_libraries'),
  library('session_preload_libraries'),
  library('local_preload_libraries'),
  library('archive_library', { isFatal: false, lines: [`archive_mode = 'always'`] }),
  library('jit_provider', { isFatal: false, lines: [`jit = 'on'`, `jit_above_cost = '0'`] }),
  library('oauth_validator_libraries', { from: 18 }),
  ofServer('dynamic_library_path and extension_control_path', async (at) => {
    const made = compiled(at);
    const folder = join(at.open, made.split('/').at(-1)?.replace('.so', '') ?? '');
    // Under the names of what servers load by themselves, where the server of a restored database finds them too.
    await at.intruder.shell(
      `mkdir -p ${quoted(folder)}/extension; for n in pg_stat_statements amcheck basic_archive plpgsql; do cp ${quoted(made)} ${quoted(folder)}/$n.so; done`,
    );
    await append(at, 'postgresql.auto.conf', [
      `dynamic_library_path = '${folder}:$libdir'`,
      ...(at.major >= 18 ? [`extension_control_path = '${folder}:$system'`] : []),
    ]);
  }),
  misleading('unix_socket_directories', (at) => at.open),
  misleading('unix_socket_permissions', () => '0777'),
  misleading('hba_file', (at) => join(at.intruder.dataDirectory, 'pg_hba.conf')),
  misleading('listen_addresses', () => '*'),
  misleading('port', (at) => String(at.neighbour.port)),
  misleading('logging_collector', () => 'on'),
  misleading('log_destination', () => 'csvlog,jsonlog'),
  misleading('cluster_name', (at) => at.neighbour.ref),
  misleading('archive_mode', () => 'always'),
  misleading('log_statement', () => 'all'),
  misleading('session_replication_role', () => 'replica', false),
  pointing('external_pid_file', (at) => at.canary.file),
  pointing('ident_file', (at) => at.canary.file),
  pointing('log_directory', (at) => at.canary.folder),
  pointing('log_filename', (at) => `../../../../../..${at.canary.file}`),
  pointing('ssl_key_file', (at) => at.canary.file),
  pointing('krb_server_keyfile', (at) => at.canary.file),
  pointing('data_directory', (at) => at.neighbour.dataDirectory, true),
  pointing('include_dir', (at) => at.canary.folder, true),
  pointing(
    'primary_conninfo',
    (at) => `host=${at.neighbour.socketFolder} port=${at.neighbour.socketPort} user=supabase_admin`,
  ),
  pointing('primary_slot_name', () => 'neighbour'),
  pointing('unix_socket_group', () => 'root', true),
  pointing('event_source', (at) => at.canary.file),
  {
    name: 'moves its data directory to where the platform does not look for its server',
    during: 'pause',
    alsoDuring: ['delete'],
    alone: true,
    withoutRoot: 'not separated',
    plant: async (at) => {
      const copy = join(at.open, `${at.ref}-copy`);
      const { dataDirectory } = at.intruder;
      await at.intruder.shell(
        `cp -a ${quoted(dataDirectory)} ${quoted(copy)}; cd ${quoted(copy)}; rm -f postmaster.pid; chmod 700 .`,
      );
      const program = await at.intruder.shell(serverProgram(at));
      await at.intruder.spawn(
        `exec ${quoted(program)} -D ${quoted(copy)} -c listen_addresses= -c unix_socket_directories=${quoted(copy)} -c shared_preload_libraries= -c hba_file=${quoted(join(copy, 'pg_hba.conf'))}`,
      );
      await moment(700);
    },
    afterwards: async (at) => {
      const left = at.intruder.survivors().length;
      return left === 0 ? [] : [`${left} processes of a second server live on`];
    },
  },
];
