import type { FastifyInstance } from 'fastify';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { AuthErrorCode } from '../errors/error-codes.ts';

/** An endpoint whose feature is not there yet, and what it says instead. */
export interface DisabledEndpoint {
  methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /** Below `/auth/v1`, with `:name` for a part that varies. */
  path: string;
  code: AuthErrorCode;
}

const SAML = 'saml_provider_disabled';
const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What the auth service answers for the features it leaves room for. */
const DISABLED_ENDPOINTS: readonly DisabledEndpoint[] = [
  { methods: ['POST'], path: '/sso', code: SAML },
  { methods: ['GET'], path: '/sso/saml/metadata', code: SAML },
  { methods: ['POST'], path: '/sso/saml/acs', code: SAML },
  { methods: ALL, path: '/admin/sso/providers', code: SAML },
  { methods: ALL, path: '/admin/sso/providers/:id', code: SAML },
];

/** Features that are not there yet say so in the words clients know, each in its own place. */
export function registerDisabledRoutes(app: FastifyInstance, _services: AuthServices): void {
  for (const { methods, path, code } of DISABLED_ENDPOINTS) {
    app.route({
      method: [...methods],
      url: path,
      handler: async () => {
        throw new AuthError(code);
      },
    });
  }
}
