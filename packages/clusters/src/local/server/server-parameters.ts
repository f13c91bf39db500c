import type { ClusterKind, ClusterSettings, PostgresMajor } from '../../driver.ts';

/**
 * Where finished segments go, as the server (which works in its data directory) names it. Base backups leave out what is in
 * pg_wal, and the server looks there at nothing but segments, so a folder of ours disturbs neither.
 */
const FINISHED_SEGMENTS = 'pg_wal/outbox';

export interface ServerPlace {
  kind: ClusterKind;
  /** TCP addresses to listen on, as PostgreSQL writes them; empty: none. */
  listenAddresses: string;
  port: number;
  socketFolder: string;
  hostAccess: string;
  /** Key and certificate, one behind the other; null: no TLS. */
  certificate: string | null;
  /** Shown in process titles. */
  name: string;
}

/**
 * Command-line arguments of the server. What stands here wins over postgresql.conf and ALTER SYSTEM, so nobody inside the
 * database can undo it. Sizes and limits: measured for many idle clusters side by side.
 */
export function serverArguments(
  major: PostgresMajor,
  place: ServerPlace,
  settings: ClusterSettings,
): string[] {
  const parameters: Record<string, string> = {
    ...commandParameters(major),
    ...placeParameters(place),
    ...sizeParameters(settings),
    ...archiveParameters(place.kind),
    ...statisticsParameters(place.kind),
    ...fixedParameters(major),
    ...settings.parameters,
    ...keptParameters(major, settings),
  };
  return Object.entries(parameters).flatMap(([name, value]) => ['-c', `${checkedName(name)}=${value}`]);
}

/** Clients come on top of what the server starts by itself; the rest is for what a project's own programs may start. */
export function mostProcesses(settings: ClusterSettings): number {
  const own = connectionsOf(settings) + settings.maxWorkerProcesses + settings.autovacuumMaxWorkers;
  return own + settings.maxWalSenders + 64;
}

/** The parameter wins over the setting. */
function connectionsOf({ maxConnections, parameters }: ClusterSettings): number {
  return Number(parameters?.max_connections ?? maxConnections);
}

/**
 * What protects the platform and the services from the project's people: the last to be said, so that none of their parameters
 * wins over it. Before PostgreSQL 16 only superusers can have connections kept; the limit of the owner's role does the rest
 * (data/limit-owner.ts). Kept connections that are as many as there are keep a server from starting.
 */
function keptParameters(major: PostgresMajor, settings: ClusterSettings): Record<string, string> {
  const { keptConnections: kept, temporaryFilesMb } = settings;
  const most = connectionsOf(settings) - (kept?.platform ?? 0) - 1;
  return {
    ...(kept && { superuser_reserved_connections: String(kept.platform) }),
    ...(kept && major >= 16 && { reserved_connections: String(Math.max(0, Math.min(kept.services, most))) }),
    ...(temporaryFilesMb !== undefined && { temp_file_limit: `${temporaryFilesMb}MB` }),
  };
}

/**
 * Everything that could run a command, load a library or read and write files elsewhere. A restored database brings its
 * settings along, and whoever is a superuser in it can write them into its files.
 */
function commandParameters(major: PostgresMajor): Record<string, string> {
  return {
    archive_command: '',
    archive_cleanup_command: '',
    restore_command: '',
    recovery_end_command: '',
    primary_conninfo: '',
    primary_slot_name: '',
    shared_preload_libraries: '',
    session_preload_libraries: '',
    local_preload_libraries: '',
    dynamic_library_path: '$libdir',
    jit_provider: 'llvmjit',
    ssl_passphrase_command: '',
    ssl_passphrase_command_supports_reload: 'off',
    krb_server_keyfile: '',
    external_pid_file: '',
    unix_socket_group: '',
    synchronous_standby_names: '',
    lc_messages: 'C',
    log_min_messages: 'warning',
    ...(major === 15 ? { promote_trigger_file: '' } : {}),
    ...(major >= 18 ? { extension_control_path: '$system', oauth_validator_libraries: '' } : {}),
  };
}

function placeParameters(place: ServerPlace): Record<string, string> {
  return {
    listen_addresses: place.listenAddresses,
    port: String(place.port),
    unix_socket_directories: quoteListItem(place.socketFolder),
    unix_socket_permissions: '0700',
    hba_file: place.hostAccess,
    ssl: place.certificate === null ? 'off' : 'on',
    ...(place.certificate !== null && { ssl_cert_file: place.certificate, ssl_key_file: place.certificate }),
    // Those of a restored database may not be here, and would keep the server from starting.
    ssl_ca_file: '',
    ssl_crl_file: '',
    ssl_crl_dir: '',
    ssl_dh_params_file: '',
    // Nobody is let in by the name that the system knows him under.
    ident_file: '/dev/null',
    cluster_name: place.name,
  };
}

function sizeParameters(settings: ClusterSettings): Record<string, string> {
  return {
    shared_buffers: `${settings.sharedBuffersMb}MB`,
    max_connections: String(settings.maxConnections),
    max_wal_size: `${settings.maxWalSizeMb}MB`,
    min_wal_size: '32MB',
    wal_buffers: '1MB',
    max_wal_senders: String(settings.maxWalSenders),
    max_replication_slots: String(settings.maxReplicationSlots),
    max_slot_wal_keep_size: `${settings.maxSlotWalKeepMb}MB`,
    autovacuum_max_workers: String(settings.autovacuumMaxWorkers),
    max_worker_processes: String(settings.maxWorkerProcesses),
    max_parallel_workers: String(settings.maxParallelWorkers),
  };
}

/**
 * Finished segments are copied into the WAL spool. Nothing forces a segment to end early: whoever keeps the archive reads the
 * unfinished one too. Where archiving is off the rest has no effect, so that a caller can switch it on by one parameter.
 */
function archiveParameters(kind: ClusterKind): Record<string, string> {
  return {
    archive_mode: kind === 'project' ? 'on' : 'off',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': FINISHED_SEGMENTS,
    archive_timeout: '0',
  };
}

/** What statements cost, for the reports. Utility statements are left out: they may hold passwords. */
function statisticsParameters(kind: ClusterKind): Record<string, string> {
  if (kind !== 'project') return {};
  return {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '1000',
    'pg_stat_statements.track_utility': 'off',
  };
}

function fixedParameters(major: PostgresMajor): Record<string, string> {
  return {
    wal_level: 'logical',
    password_encryption: 'scram-sha-256',
    huge_pages: 'off',
    jit: 'off',
    timezone: 'UTC',
    // Statements may hold passwords and users' data: no setting of the log may print one.
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_min_duration_statement: '-1',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    // Programs that connect choose their own names: they are not in it.
    log_line_prefix: '%m [%p] %e %q[%u@%d] ',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...(major >= 18 ? { io_method: 'sync' } : {}),
  };
}

/** Names come from callers' settings; one with "=" or a line break in it could set something else. */
function checkedName(name: string): string {
  if (!/^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/i.test(name))
    throw new TypeError(`"${name}" is no server parameter.`);
  return name;
}

/** The parameter is a list: a comma or a space in the path would end the item. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
