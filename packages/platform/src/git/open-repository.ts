import { type GitAddress, githubApiOf, readGitAddress } from '@basalt/contract';
import type { Outgoing } from '@basalt/network';
import { GitError } from './git-error.ts';
import { askGithub } from './github.ts';
import { httpTransport } from './http-transport.ts';
import { localTransport } from './local-transport.ts';
import { type FileLimits, readFiles, type VersionFiles } from './read-files.ts';
import { readPack } from './read-pack.ts';
import { sshTransport } from './ssh-transport.ts';
import type { GitTransport } from './transport.ts';
import { type Advertisement, askForCommit, readAdvertisement, readAnswer } from './upload-pack.ts';

/** Where a repository is and what opens it. */
export interface RepositoryAccess {
  address: string;
  /** Of HTTP, beside the token; null: the one that servers take with any token. */
  username: string | null;
  /** A token, or a private key for SSH; null: none is needed. */
  secret: string | null;
  /** The key that an SSH server showed when it was connected; null: whatever it shows. */
  hostKey: string | null;
}

export interface RepositoryOptions {
  outgoing: Outgoing;
  /** The folder with the repositories of this machine; null: there is none. */
  localFolder: string | null;
  /** Told the key that an SSH server shows. */
  onHostKey?: (hostKey: string) => void;
}

/** A repository that is read and never written. Everything throws GitError, and the signal's reason. */
export interface Repository {
  /** The names of its branches, sorted, with their commits, and which of them is its default. */
  listBranches(
    signal: AbortSignal,
  ): Promise<{ branches: ReadonlyMap<string, string>; defaultBranch: string | null }>;
  /** The commit of one branch; null: there is no such branch. Asks GitHub's API where that is there. */
  findBranch(name: string, signal: AbortSignal): Promise<string | null>;
  /** The files of the branch's newest commit below a folder; null: there is no such branch. */
  readBranch(
    name: string,
    folder: string,
    limits: FileLimits,
    signal: AbortSignal,
  ): Promise<VersionFiles | null>;
}

const BRANCH = 'refs/heads/';
/** What GitHub and GitLab take beside any token. */
const USERNAME = 'x-access-token';

/** @throws GitError when the address is none, or a key cannot be read */
export function openRepository(access: RepositoryAccess, options: RepositoryOptions): Repository {
  const address = readGitAddress(access.address);
  if (typeof address === 'string') throw new GitError('not_found', `The address ${address}.`);
  const transport = transportOf(address, access, options);
  const advertise = async (signal: AbortSignal) => readAdvertisement(await transport.advertise(signal));
  const github = githubApiOf(address);
  return {
    async listBranches(signal) {
      const { refs, defaultBranch } = await advertise(signal);
      return { branches: branchesIn(refs), defaultBranch };
    },
    async findBranch(name, signal) {
      if (github !== null && access.secret !== null)
        return askGithub(
          options.outgoing,
          { api: github, repository: address.name, token: access.secret },
          name,
          signal,
        );
      return (await advertise(signal)).refs.get(`${BRANCH}${name}`) ?? null;
    },
    async readBranch(name, folder, limits, signal) {
      const advertised = await advertise(signal);
      const hash = advertised.refs.get(`${BRANCH}${name}`);
      if (hash === undefined) return null;
      return readVersion(transport, advertised, hash, folder, limits, signal);
    },
  };
}

async function readVersion(
  transport: GitTransport,
  advertised: Advertisement,
  hash: string,
  folder: string,
  limits: FileLimits,
  signal: AbortSignal,
): Promise<VersionFiles> {
  const answer = await transport.ask(askForCommit(hash, advertised, limits.largestFile), signal);
  return readFiles(await readPack(readAnswer(answer), signal), hash, folder, limits);
}

function branchesIn(refs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const branches = [...refs].flatMap(([name, hash]) =>
    name.startsWith(BRANCH) ? [[name.slice(BRANCH.length), hash] as const] : [],
  );
  return new Map(branches.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function transportOf(
  { kind, address, host, port, username, path }: GitAddress,
  access: RepositoryAccess,
  { outgoing, localFolder, onHostKey = () => {} }: RepositoryOptions,
): GitTransport {
  const { secret, hostKey } = access;
  if (kind === 'local') return localTransport(localFolder, path);
  if (kind === 'http')
    return httpTransport(
      outgoing,
      address,
      secret === null ? null : { username: access.username ?? USERNAME, token: secret },
    );
  if (secret === null)
    throw new GitError(
      'unauthorized',
      'A repository behind SSH needs a private key. Enter one that may read it.',
    );
  return sshTransport(outgoing, {
    host,
    port: port ?? 22,
    username: username ?? 'git',
    path,
    privateKey: secret,
    hostKey,
    onHostKey,
  });
}
