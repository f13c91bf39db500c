import type { StoredSetting } from '@basalt/contract';

const TIMEOUTS = {
  '57014': ['statement_timeout'],
  '55P03': ['lock_timeout'],
  '25P03': ['idle_in_transaction_session_timeout'],
  '25P04': ['transaction_timeout'],
  '57P05': ['idle_session_timeout'],
};
const NAMES_NOT_FOUND = ['search_path'];

/** By SQLSTATE: settings that can cause the error when they are stored for a role or database. */
const SUSPECTS: Readonly<Record<string, readonly string[]>> = {
  ...TIMEOUTS,
  // A library that is loaded when a session starts, and is not there.
  '58P01': ['local_preload_libraries', 'session_preload_libraries'],
  '25006': ['default_transaction_read_only'],
  '42501': ['role', 'search_path'],
  '22023': ['role'],
  '3F000': NAMES_NOT_FOUND,
  '42P01': NAMES_NOT_FOUND,
  '42883': NAMES_NOT_FOUND,
  '42704': NAMES_NOT_FOUND,
};

/** Whether a stored setting is worth looking at after this error. */
export function mayBeSetting(code: string | null): boolean {
  return code !== null && Object.hasOwn(SUSPECTS, code);
}

/** The stored setting that may be why the owner's run failed with this error; null when none comes into question. */
export function suspectSetting(code: string, settings: readonly StoredSetting[]): StoredSetting | null {
  const names = SUSPECTS[code] ?? [];
  return (
    settings.find(
      ({ role, name, origin }) =>
        origin !== 'standard' && (role === null || role === 'postgres') && names.includes(name),
    ) ?? null
  );
}
