import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProjectRuntime } from '@basalt/dataplane';
import { DATABASE_HOST, FunctionRunner, folderOf } from '@basalt/functions/run';
import type { ProjectRuntimeStore } from '@basalt/platform/project-runtime';
import type { FunctionLogEntry, ProjectSnapshot } from '@basalt/project';
import { reachableHost } from '../addresses.ts';
import type { Config } from '../config.ts';
import { functionsFolder } from '../functions-folder.ts';
import type { Home } from '../home.ts';
import { projectUrl } from '../project-url.ts';

/** A door to an attached database for the functions of its project. */
export interface AttachedDoor {
  /** A folder. */
  host: string;
  port: number;
  database: string;
  password: string;
}

export interface FunctionParts {
  config: Config;
  home: Home;
  store: ProjectRuntimeStore;
  runtime: ProjectRuntime;
  /** Where functions reach a database that somebody else runs, and what they say there; null: it is none. */
  attachedDoor(ref: string): Promise<AttachedDoor | null>;
  log(ref: string, entry: FunctionLogEntry): void;
}

/** Sockets have short paths: what lies below the folder has at most 40 characters more. */
const LONGEST_FOLDER = 63;

/** In the data folder, where what a killed gateway has left is found by the next one; in a new place where its path is too long. */
function socketFolder(home: Home): string {
  const inHome = path.join(home.path, 'functions-run');
  return inHome.length <= LONGEST_FOLDER
    ? inHome
    : path.join(mkdtempSync(path.join(tmpdir(), 'basalt-functions-')), 'run');
}

/** Runs the functions of projects, and gives each a way into its own project. */
export function openFunctions({ config, home, store, runtime, attachedDoor, log }: FunctionParts) {
  // Connections that come from inside of a project, which may ask that one only.
  const fromInside = new WeakMap<Socket, string>();
  let gateway: Server | null = null;
  const folder = socketFolder(home);
  const runner = new FunctionRunner({
    folder,
    filesOf: (ref, digest) => folderOf(functionsFolder(home), ref, digest),
    async environmentOf(ref) {
      const [found, project] = await Promise.all([store.readFunctionEnvironment(ref), runtime.find(ref)]);
      if (found === null || project === null) throw new Error('The project is gone.');
      const attached = found.databasePassword === null ? await attachedDoor(ref) : null;
      const { secrets, anonKey, serviceRoleKey, publishableKeys, secretKeys, databasePassword, region } =
        found;
      return {
        ...secrets,
        SUPABASE_URL: projectUrl(config, ref),
        SUPABASE_ANON_KEY: anonKey,
        SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify(publishableKeys),
        SUPABASE_SECRET_KEYS: JSON.stringify(secretKeys),
        SUPABASE_JWKS: JSON.stringify({ keys: project.verificationKeys.map(toNamedJwk) }),
        ...(databasePassword !== null && { SUPABASE_DB_URL: databaseUrl(databasePassword, 'postgres') }),
        ...(attached !== null && { SUPABASE_DB_URL: databaseUrl(attached.password, attached.database) }),
        SB_REGION: region,
      };
    },
    waysOf: ({ ref }) => ({
      api(socket) {
        if (gateway === null) socket.destroy();
        else {
          fromInside.set(socket, ref);
          gateway.emit('connection', socket);
        }
      },
      database: async () => {
        const project = await runtime.find(ref);
        if (project === null) return null;
        return (await attachedDoor(ref)) ?? { host: reachableHost(config.host), port: project.databasePort };
      },
    }),
    log,
  });
  return {
    runner,
    onlyProjectOf: (connection: Socket) => fromInside.get(connection),
    /** The server that answers what functions ask of their own project. */
    serveWith(server: Server): void {
      gateway = server;
    },
  };
}

/** As `jose` looks for a key: by `kid` and `alg`. The secret that signs and checks alike is among them, as functions check tokens. */
function toNamedJwk({ kid, algorithm, jwk }: ProjectSnapshot['verificationKeys'][number]): object {
  return { ...jwk, alg: algorithm, ...(kid === null ? {} : { kid }) };
}

/** Of the project's own database, as a function reaches it. */
function databaseUrl(password: string, database: string): string {
  return `postgresql://postgres:${encodeURIComponent(password)}@${DATABASE_HOST}:5432/${encodeURIComponent(database)}`;
}
