import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, storableText } from '../shared/names.ts';

export const MAX_FUNCTION_SECRETS = 100;
export const MAX_SECRET_LENGTH = 24_576;
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,255}$/;
/** Names that begin with it are given by the platform. */
export const RESERVED_SECRET_PREFIX = 'SUPABASE_';

/** A secret of a project's functions, without its value. */
export const functionSecret = z.object({
  name: z.string(),
  /** SHA-256 of the value, in hexadecimal digits: enough to see whether it is the one that is meant. */
  value: z.string(),
  updated_at: z.string(),
});
export type FunctionSecret = z.infer<typeof functionSecret>;

const name = z
  .string()
  .regex(SECRET_NAME, 'must be the name of a variable: letters, digits and underscores')
  .refine(
    (text) => !text.startsWith(RESERVED_SECRET_PREFIX),
    'must not begin with SUPABASE_: those names are taken',
  );
const byRef = z.object({ ref: projectRef });

/** The secrets of a project's functions, which these see as variables. All of it needs `deploy_functions`. */
export const functionSecrets = {
  list: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/secrets' })
    .input(byRef)
    .output(z.array(functionSecret)),
  /** Makes and replaces them, all or none. */
  set: oc
    .route({
      method: 'POST',
      path: '/v1/projects/{ref}/secrets',
      successStatus: 201,
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: byRef,
        body: z
          .array(
            z.object({
              name,
              value: storableText.max(
                MAX_SECRET_LENGTH,
                `must be at most ${MAX_SECRET_LENGTH} characters long`,
              ),
            }),
          )
          .max(MAX_FUNCTION_SECRETS),
      }),
    )
    .output(z.object({})),
  /** Names that are not there are no error. */
  delete: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/secrets', inputStructure: 'detailed' })
    .input(z.object({ params: byRef, body: z.array(z.string()).max(MAX_FUNCTION_SECRETS) }))
    .output(z.object({})),
};
