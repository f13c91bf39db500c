import type { FastifyPluginAsync } from 'fastify';

/** A service of every project, as the gateway mounts it at `/<ref>/<name>/v1`. */
export interface GatewayService {
  name: string;
  /**
   * Routes below the service's root. They find `request.project`, and in `request.body` a Buffer or undefined. Requests that
   * the gateway refuses never reach them.
   */
  plugin: FastifyPluginAsync;
  /** Paths (`/verify`) that people reach from a mail or another site, without a key. */
  isOpen(path: string): boolean;
  /** Lets go of what it holds for a project that changed or is gone. */
  forget?(ref: string): void;
  close?(): Promise<void>;
}
