import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProjectSnapshot } from '@basalt/project';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Caller } from '../caller/identify-caller.ts';
import type { TokenVerifier } from '../tokens/token-verifier.ts';
import type { Refusal } from './gateway-error.ts';
import type { PlainAnswer } from './plain/write-plain-answer.ts';

/** What the gateway hands to a service with each request (`request.project`). */
export interface ProjectRequest {
  project: ProjectSnapshot;
  /** Takes tokens that the project signed itself. */
  verifier: TokenVerifier;
  /** Takes tokens of third parties too: for who asks, never for what the project itself has promised (links, sessions). */
  callerVerifier: TokenVerifier;
  caller: Caller;
  /** Method, path and query below the service's root: `/items?id=eq.1`. Services do not know their prefix. */
  url: string;
  /** Tells the request log which role did the work. */
  noteRole(role: string): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of a service. */
    project: ProjectRequest;
    /** What the log will say of the request; null as long as it is for no project. */
    logged: { ref: string; role: string } | null;
  }
}

/** A service of every project, as the gateway mounts it at `/<ref>/<name>/v1`. */
export interface GatewayService {
  /** Lower-case letters. */
  name: string;
  /**
   * Routes below the service's root. They find `request.project`, and in `request.body` what `body` says, undefined without
   * one. Requests that the gateway refuses never reach them.
   */
  plugin: FastifyPluginAsync;
  /**
   * `whole` (the default): a Buffer of at most 50 MB, within the gateway's budget of memory. `stream`: a Readable that the
   * service reads at its own pace. It fails with a GatewayError when the body is too large or the client breaks off, and
   * counts to no budget.
   */
  body?: 'whole' | 'stream';
  /**
   * Answers what its routes would, for a request that is all here: no framework stands before it then. Only where the routes
   * answer all methods alike, and without hooks. Without it the routes do.
   */
  answer?(request: PlainRequest): Promise<PlainAnswer>;
  /** Largest body of a `stream` in bytes, default 5 GB. */
  maxStreamBytes?: number;
  /** True: what browsers ask beforehand reaches the routes, which say themselves which origins they allow. */
  answersCors?: boolean;
  /** Origins whose pages may ask a project; none or no method: all may. Not asked where the routes answer browsers themselves. */
  origins?(project: ProjectSnapshot): readonly string[] | Promise<readonly string[]>;
  /** Paths (`/verify`) that people reach from a mail or another site, without a key. */
  isOpen(path: string): boolean;
  /**
   * Takes over a connection whose client asks for another protocol. What it throws before it has written is answered like a
   * request. Without this method such requests are served like any other, as HTTP wants it.
   */
  upgrade?(request: UpgradeRequest): void | Promise<void>;
  /** How many such connections a project may have open: `few` (the default) as requests at once, or thousands. */
  connections?: 'few' | 'many';
  /** What is answered in place of another protocol, where its clients know another form than `{message, hint}`. */
  refusedUpgrade?(refusal: Refusal['body'], error: unknown): object;
  /** A project changed: what it is now, null when it is gone. What `HeldProject` holds follows by itself. */
  changed?(ref: string, snapshot: ProjectSnapshot | null): void;
  /** The gateway stops: connections in another protocol are about to end, and their clients may be told so. */
  leave?(): void;
  close?(): Promise<void>;
}

/** A whole request with a short body, or none. */
export interface PlainRequest extends Pick<FastifyRequest, 'method' | 'headers' | 'project' | 'log' | 'id'> {
  body: Buffer | undefined;
  way: AnswerWay;
  /** Fires when the client goes away before its answer. */
  signal(): AbortSignal;
}

/** What hears that an answer was sent, or that nobody is there any more: a response of the web server, for one. */
export interface AnswerWay {
  once(event: 'close', listener: () => void): unknown;
  /** A client that takes nothing for so long is not waited for. */
  setTimeout(ms: number): unknown;
}

export interface UpgradeRequest extends ProjectRequest {
  message: IncomingMessage;
  /** Nothing was written to it yet. It ends when the project pauses or goes, or the gateway stops. */
  socket: Duplex;
  /** What the client sent already in the other protocol. */
  head: Buffer;
}
