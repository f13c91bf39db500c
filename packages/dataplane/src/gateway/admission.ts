import { gatewayShare, type ProjectSnapshot } from '@basalt/project';
import type { FastifyRequest } from 'fastify';
import {
  createKeyFinder,
  findCaller,
  findOptionalCaller,
  type KeyFinder,
} from '../caller/identify-caller.ts';
import { createCallerRing, createKeyRing } from '../tokens/key-ring.ts';
import type { TokenVerifier } from '../tokens/token-verifier.ts';
import { GatewayError } from './gateway-error.ts';
import type { GatewayService, ProjectRequest } from './gateway-service.ts';

/** The parts of a project URL: `/abc…/rest/v1/items?id=eq.1` asks service `rest` of project `abc…` for `/items?id=eq.1`. */
export interface ServiceUrl {
  /** Below the service's root, with the query string but without `apikey`. Starts with a slash. */
  url: string;
  /** `apikey` of the query string. */
  apikey: string | null;
}

/** @param prefix length of `/<ref>/<service>/v1` */
export function splitUrl(rawUrl: string, prefix: number): ServiceUrl {
  const rest = rawUrl.slice(prefix);
  const url = rest.startsWith('/') ? rest : `/${rest}`;
  if (!url.includes('apikey=')) return { url, apikey: null };
  const start = url.indexOf('?');
  if (start === -1) return { url, apikey: null };
  let apikey: string | null = null;
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter((parameter) => {
      if (!parameter.startsWith('apikey=')) return true;
      apikey ??= decode(parameter.slice('apikey='.length));
      return false;
    });
  return { url: kept.length > 0 ? `${url.slice(0, start)}?${kept.join('&')}` : url.slice(0, start), apikey };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const REF = /^\/([a-z]{20})(?=[/?]|$)/;

// What proxies are asked, `GET http://host/path`, must be understood by all servers (RFC 9112, 3.2.2).
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

// RFC 8414 asks for the description of a server before its path, OpenID Connect for that behind it.
const DESCRIPTION = /^(\/\.well-known\/(?:oauth-authorization-server|openid-configuration))(\/[^?#]+)/;

/** By which names projects are found beside their refs. */
export interface ProjectNames {
  /** @param host a whole host name, in lower case */
  refOfHost(host: string): string | null;
  /** @param label in place of the ref, below the domain of projects or in a path */
  refOfLabel(label: string): string | null;
}

const NO_NAMES: ProjectNames = { refOfHost: () => null, refOfLabel: () => null };

const LABEL = /^\/([a-z][a-z0-9-]{2,62})(?=\/)/;

/**
 * The domain that clients are told which know projects by host names only, such as the public command line. Names below `localhost` lead to the
 * machine on which they are asked for.
 */
const LOCAL_DOMAIN = 'basalt.localhost';

/** What stands before a domain in a host name; null: it is none below it. */
function labelBelow(domain: string, host: string): string | null {
  return host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : null;
}

/**
 * The URL by which routes know a request. `https://<ref>.<domain>/rest/v1` is the same as `/<ref>/rest/v1`.
 * A path that begins with a ref means that project, whatever else the host is called: a name is no way to what is meant for others.
 * @param domain of projects, beside that of this machine; null: there is none
 */
export function projectUrl(
  rawUrl: string,
  host: string | undefined,
  domain: string | null,
  names: ProjectNames = NO_NAMES,
): string {
  const path = rawUrl.startsWith('/') ? rawUrl : rawUrl.replace(ABSOLUTE, '').replace(/^(?![/*])/, '/');
  const url = path.startsWith('/.well-known/') ? path.replace(DESCRIPTION, '$2$1') : path;
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase();
  const below = (domain === null ? null : labelBelow(domain, name)) ?? labelBelow(LOCAL_DOMAIN, name);
  if (below !== null && REF.test(`/${below}`)) return withRef(below, url);
  if (REF.test(url)) return url;
  const ref = below === null ? names.refOfHost(name) : names.refOfLabel(below);
  if (ref !== null) return withRef(ref, url);
  const labelled = domain === null ? names.refOfLabel(LABEL.exec(url)?.[1] ?? '') : null;
  return labelled === null ? url : url.replace(LABEL, `/${labelled}`);
}

const withRef = (ref: string, url: string) => `/${ref}${url.startsWith('/') ? url : `/${url}`}`;

/** The project that an address names, whether there is one or not; null: it names none. */
export function refOf(url: string): string | null {
  return REF.exec(url)?.[1] ?? null;
}

/** What requests count as that no service answered. */
export const NO_SERVICE = 'other';

/** What admission reads and notes of a request, one that asks for an upgrade included. */
export type AskedRequest = Pick<FastifyRequest, 'url' | 'headers' | 'logged'>;

/** Decides which project a request is for and who asks. */
export interface Admission {
  /**
   * @param project null: there is none with the ref that was asked for
   * @throws {GatewayError} 404 no such project, 503 paused
   * @throws {CallerError} about the key
   */
  admit(request: AskedRequest, project: ProjectSnapshot | null, service: GatewayService): ProjectRequest;
  /** Notes a request for a service or a path that no project has, so that the log of the project shows it. */
  noteUnserved(request: AskedRequest, project: ProjectSnapshot): void;
  /** What the log says of a request, refused ones too; null when it was for no project. */
  logged(request: AskedRequest): { ref: string; role: string; path: string } | null;
}

interface Keys {
  finder: KeyFinder;
  verifier: TokenVerifier;
  callerVerifier: TokenVerifier;
}

/** @param noteKey hears of every key that was accepted */
export function createAdmission(noteKey: (ref: string, hash: string) => void): Admission {
  // A snapshot never changes, so what is derived from its keys lives as long as it does.
  const derived = new WeakMap<ProjectSnapshot, Keys>();

  const keysOf = (project: ProjectSnapshot): Keys => {
    let keys = derived.get(project);
    if (keys === undefined) {
      keys = {
        finder: createKeyFinder(project),
        verifier: createKeyRing(project.verificationKeys),
        callerVerifier: createCallerRing(project),
      };
      derived.set(project, keys);
    }
    return keys;
  };

  return {
    admit(request, project, service) {
      if (project === null) throw nothingHere();
      const { ref } = project;
      const root = `/${ref}/${service.name}/v1`;
      // Routes know the address decoded. One that hides its beginning in percent codes would be cut in the wrong place.
      if (!request.url.startsWith(root)) throw nothingHere();
      const logged = { ref, role: '' };
      const { finder, verifier, callerVerifier } = keysOf(project);
      const { url, apikey: inQuery } = splitUrl(request.url, root.length);
      const apikey = headerOf(request, 'apikey') ?? inQuery;
      const key = apikey === null ? null : finder.find(apikey);
      if (key?.ofPlatform !== true) request.logged = logged;
      const find = service.isOpen(pathOf(url)) ? findOptionalCaller : findCaller;
      const caller = find({ apikey, key }, request.headers);
      if (project.unavailable !== null)
        throw new GatewayError(503, project.unavailable.message, { retryAfter: 5 });
      if (key?.enabled === true && key.ofPlatform !== true) noteKey(ref, key.hash);
      if (caller.kind === 'key') logged.role = caller.role;
      return {
        project,
        verifier,
        callerVerifier,
        caller,
        url,
        noteRole: (role) => {
          logged.role = role;
        },
      };
    },
    noteUnserved(request, project) {
      const { ref } = project;
      // An address that hides its beginning in percent codes is nobody's.
      if (!request.url.startsWith(`/${ref}`)) return;
      const apikey = headerOf(request, 'apikey') ?? splitUrl(request.url, 1 + ref.length).apikey;
      const key = apikey === null ? null : keysOf(project).finder.find(apikey);
      if (key?.ofPlatform === true) return;
      request.logged = { ref, role: key?.enabled === true ? key.role : '' };
    },
    logged(request) {
      const { logged } = request;
      if (logged === null) return null;
      const { ref, role } = logged;
      return { ref, role, path: pathOf(request.url).slice(1 + ref.length) || '/' };
    },
  };
}

/** Whoever speaks from inside of a project reaches that one only, and learns of no other. */
export const otherProject = (): GatewayError => nothingHere();

function nothingHere(): GatewayError {
  return new GatewayError(404, 'There is no project at this address.');
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function headerOf(request: AskedRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

/** How many of something there may be at once. */
interface Concurrency {
  perProject: number;
  /** Of all projects together. */
  total: number;
  /** Says what a project has too many of. */
  tooMany: (most: number) => string;
}

/** The next request is told to come again. */
export const REQUESTS: Concurrency = {
  perProject: 500,
  total: 4_000,
  tooMany: (most) => `This project answers ${most} requests at once. Try again.`,
};

/** Upgraded connections stay for hours and cost a descriptor each, of which some systems give ten thousand. */
export const CONNECTIONS: Concurrency = {
  perProject: 5_000,
  total: 8_000,
  tooMany: (most) =>
    `This project has ${most} connections open, which is the most. Close some and try again.`,
};

/** Limits what is served at once, so that one project cannot take everything. */
export interface ConcurrencyLimiter {
  /** @throws GatewayError 429 when the project has too many, 503 when all have together */
  enter(ref: string): void;
  leave(ref: string): void;
}

/** @param gateways that a project's requests are spread over: each gives its share. Default: this one alone */
export function createConcurrencyLimiter(
  { perProject, total, tooMany }: Concurrency,
  gateways: () => number = () => 1,
): ConcurrencyLimiter {
  const present = new Map<string, number>();
  let all = 0;
  return {
    enter(ref) {
      if (all >= total)
        throw new GatewayError(503, 'The server is busy. Try again in a moment.', { retryAfter: 1 });
      const here = present.get(ref) ?? 0;
      if (here >= gatewayShare(perProject, gateways()))
        throw new GatewayError(429, tooMany(perProject), { retryAfter: 1 });
      present.set(ref, here + 1);
      all += 1;
    },
    leave(ref) {
      const here = (present.get(ref) ?? 1) - 1;
      if (here === 0) present.delete(ref);
      else present.set(ref, here);
      all -= 1;
    },
  };
}
