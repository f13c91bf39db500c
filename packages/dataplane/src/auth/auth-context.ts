import { randomUUID } from 'node:crypto';
import type { AuthSettings, ProjectSnapshot } from '@basalt/project';
import type { FastifyRequest } from 'fastify';
import type { AuthServices } from './auth-services.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import { AUTH_DATABASE, type AuthDatabase } from './store/auth-database.ts';

/** Everything one request to the auth service works with. */
export interface AuthContext {
  services: AuthServices;
  project: ProjectSnapshot;
  settings: AuthSettings;
  db: AuthDatabase;
  passwords: PasswordHasher;
  /** The moment the request is judged by. */
  now: Date;
  /** The client's address. */
  ip: string;
  userAgent: string | null;
  /** The user that the request may make: the same one in every attempt at it. */
  newcomer: { readonly id: string; isAdmitted: boolean };
}

export function authContext(services: AuthServices, request: FastifyRequest): AuthContext {
  const { project } = request.project;
  return {
    services,
    project,
    settings: project.auth,
    db: services.projects.use(project).part(AUTH_DATABASE),
    passwords: services.passwords(project.ref),
    now: services.now(),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    newcomer: { id: randomUUID(), isAdmitted: false },
  };
}
