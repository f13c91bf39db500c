import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

export const TOKEN_ROLES = ['anon', 'authenticated', 'service_role'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** Tokens with which somebody tries a project's APIs as one of its roles or users. They are over after ten minutes. */
export const temporaryTokens = {
  create: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/temporary-tokens' })
    .input(
      z.object({
        ref: projectRef,
        role: z.enum(TOKEN_ROLES),
        /** One of the project's users, who is `authenticated`. */
        user_id: z.uuid('is not the id of a user').optional(),
      }),
    )
    .output(
      z.object({
        token: z.string(),
        /** A key of the project for the role `anon`, which goes along with the token as `apikey`. */
        api_key: z.string(),
        expires_at: z.string(),
      }),
    ),
};
