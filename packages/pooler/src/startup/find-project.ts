import type { Refusal } from '../protocol/messages.ts';

/** Which database of which project a client asks for, and as whom. */
export interface Asked {
  ref: string;
  role: string;
  database: string;
  /** Settings for the session, without what only says where it goes. */
  settings: [name: string, value: string][];
}

const REF = /^[a-z]{20}$/;
const HOST_OF_PROJECT = /^db\.([a-z]{20})\./;
const ROLE_OF_COMMAND_LINE = /^cli_login_(?:read_only_)?([a-z]{20})$/;

const NOT_FOUND: Refusal = {
  code: 'XX000',
  message: 'Tenant or user not found',
  hint: 'Write the user as its role, a dot and the reference of the project, such as postgres.abcdefghijklmnopqrst.',
};

/**
 * One address serves all projects, so a client has to say which one: behind the last dot of the user, in the option `reference`, by
 * the host that it asked for over TLS (`db.<ref>.…`), or in the name of a role that the command line logs in with.
 * @param serverName the host of the TLS handshake, if there was one
 */
export function findProject(
  parameters: readonly [string, string][],
  serverName: string | null,
): Asked | Refusal {
  const given = new Map(parameters);
  const user = given.get('user') ?? '';
  if (user === '') return { code: '28000', message: 'no PostgreSQL user name specified in startup packet' };
  if (!['', 'false', 'off', 'no', '0'].includes(given.get('replication') ?? ''))
    return {
      code: '0A000',
      message: 'Replication needs a connection to the database of the project itself.',
    };
  const { reference, options } = takeReference(given.get('options') ?? '');
  const suffix = afterLastDot(user);
  const ref =
    suffix ??
    reference ??
    HOST_OF_PROJECT.exec(serverName ?? '')?.[1] ??
    ROLE_OF_COMMAND_LINE.exec(user)?.[1] ??
    null;
  if (ref === null || !REF.test(ref)) return NOT_FOUND;
  const role = suffix === null ? user : user.slice(0, -suffix.length - 1);
  const settings = parameters.filter(
    ([name]) => !['user', 'database', 'options', 'replication'].includes(name),
  );
  if (options !== '') settings.push(['options', options]);
  return { ref, role, database: given.get('database') || role, settings };
}

/** @returns null: the user is a role and nothing more */
function afterLastDot(user: string): string | null {
  const dot = user.lastIndexOf('.');
  const suffix = user.slice(dot + 1);
  return dot > 0 && REF.test(suffix) ? suffix : null;
}

/** Takes `reference=<ref>` out of options, which PostgreSQL would refuse. They are words, in which a backslash keeps a blank. */
function takeReference(options: string): { reference: string | null; options: string } {
  let reference: string | null = null;
  const words = options.match(/(?:\\.|[^\s\\])+/gs) ?? [];
  const kept = words.filter((word, index) => {
    const found = /^(?:-c|--)?reference=(.*)$/s.exec(word)?.[1];
    if (found !== undefined) reference ??= found;
    // The `-c` that stands before it as a word of its own goes too.
    const isItsFlag = word === '-c' && /^reference=/.test(words[index + 1] ?? '');
    return found === undefined && !isItsFlag;
  });
  return { reference, options: kept.join(' ') };
}

/** Nobody is told which of them does not exist. */
export const unknownTenant = NOT_FOUND;
