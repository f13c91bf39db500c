import type { FastifyPluginAsync } from 'fastify';
import type { ProjectSnapshot } from '../project/project-snapshot.ts';

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
  /** A project changed: what it is now, null when it is gone. What `HeldProject` holds follows by itself. */
  changed?(ref: string, snapshot: ProjectSnapshot | null): void;
  close?(): Promise<void>;
}
