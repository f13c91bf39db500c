import type { ProjectSnapshot } from '@basalt/project';
import type { Caller } from '../caller/find-caller.ts';
import type { TokenVerifier } from '../tokens/token-verifier.ts';

/** What the gateway hands to a service with each request (`request.project`). */
export interface ProjectRequest {
  project: ProjectSnapshot;
  verifier: TokenVerifier;
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
