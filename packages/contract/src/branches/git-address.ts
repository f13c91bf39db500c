/** A repository, as its address names it. */
export interface GitAddress {
  kind: 'http' | 'ssh' | 'local';
  /** Without a slash or `.git` at its end; of `ssh` and `http` alike, with the scheme. Of `local` the path below the operator's folder. */
  address: string;
  host: string;
  /** Null: the protocol's own. */
  port: number | null;
  /** Who logs in, by `ssh`. */
  username: string | null;
  /** Of the repository on its server. */
  path: string;
  /** `owner/repo`. */
  name: string;
}

const LONGEST = 300;
const PART = /^[\w.~+-]+$/;

/**
 * Reads the address of a repository: `https://host/owner/repo.git`, `ssh://git@host:22/owner/repo`, `git@host:owner/repo.git`, or
 * `local:team/app.git` for one that is kept on the machine itself. Answers a sentence when it is none.
 */
export function readGitAddress(text: string): GitAddress | string {
  const must =
    'must look like https://github.com/owner/repo, git@github.com:owner/repo.git or local:team/repo.git';
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return `must be at most ${LONGEST} characters`;
  if (trimmed.startsWith('local:')) {
    const path = trimmed.slice('local:'.length);
    const parts = partsOf(path);
    if (parts === null || path.startsWith('/')) return must;
    return {
      kind: 'local',
      address: `local:${path}`,
      host: '',
      port: null,
      username: null,
      path,
      name: nameOf(parts),
    };
  }
  const short = /^([\w.-]+)@([\w.-]+):([^/].*)$/.exec(trimmed);
  const url = short === null ? trimmed : `ssh://${short[1]}@${short[2]}/${short[3]}`;
  if (!URL.canParse(url)) return must;
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(url);
  if (password !== '' || search !== '' || hash !== '')
    return 'must hold no password, ? or #: enter a token below';
  const path = pathname.replace(/\/+$/, '');
  const parts = partsOf(path.slice(1));
  if (parts === null || hostname === '') return must;
  const server = { host: hostname, port: port === '' ? null : Number(port), path, name: nameOf(parts) };
  const where = `${hostname}${port === '' ? '' : `:${port}`}${path}`;
  if (protocol === 'ssh:') {
    const user = username === '' ? 'git' : username;
    // The short form names a path below the user's own folder, as git does.
    const own = short === null ? path : path.slice(1);
    return {
      kind: 'ssh',
      address: short === null ? `ssh://${user}@${where}` : `${user}@${hostname}:${own}`,
      username: user,
      ...server,
      path: own,
    };
  }
  if (username !== '') return 'must hold no user name: enter it with the token below';
  if (protocol === 'http:' && !LOCAL_HOSTS.test(hostname))
    return 'must begin with https://: a token would be readable on its way';
  if (protocol !== 'https:' && protocol !== 'http:') return must;
  return { kind: 'http', address: `${protocol}//${where}`, username: null, ...server };
}

/** Reached without a network. */
const LOCAL_HOSTS = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function partsOf(path: string): string[] | null {
  const parts = path.split('/');
  return parts.every((part) => PART.test(part) && part !== '.' && part !== '..') ? parts : null;
}

/** The last two parts of the path, as people call a repository; of one alone, that. */
function nameOf(parts: readonly string[]): string {
  const whole = [...parts];
  const last = whole.pop()?.replace(/\.git$/, '') ?? '';
  return whole.length === 0 ? last : `${whole.join('/')}/${last}`;
}

/** Whether the server has GitHub's API: that of github.com, or of a GitHub of one's own. Null: not by its name. */
export function githubApiOf({ kind, host, address }: GitAddress): string | null {
  if (kind !== 'http') return null;
  if (host === 'github.com' || host === 'www.github.com') return 'https://api.github.com';
  return /(^|\.)github\./.test(host) ? `${new URL(address).origin}/api/v3` : null;
}
