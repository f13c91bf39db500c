import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

/** Rows that one call takes along. */
export const IMPORTED_USERS_AT_ONCE = 1_000;

/** Why a row of a file did not become a user. */
const refusedUser = z.object({ line: z.number().int(), problem: z.string() });
export type RefusedUser = z.infer<typeof refusedUser>;

const byImport = z.object({ ref: projectRef, id: z.uuid('is not the id of an import') });
const IMPORT = '/platform/auth/{ref}/user-imports/{id}';

/**
 * Many users at once. A file is brought in parts, under an id that its sender makes up, and its rows become users at one moment, when it is
 * finished. Changing needs `update_auth_users`.
 */
export const userImports = {
  /** Takes rows along. Nobody is a user by it yet. Answers which rows cannot become users. */
  stage: oc
    .route({ method: 'POST', path: `${IMPORT}/rows` })
    .input(
      byImport.extend({
        rows: z
          .array(z.object({ line: z.number().int().min(0), user: z.record(z.string(), z.unknown()) }))
          .max(IMPORTED_USERS_AT_ONCE),
      }),
    )
    .output(z.object({ refused: z.array(refusedUser) })),
  /** Makes users of all rows that can be users, or of none where one cannot. The first thousand that cannot are told. */
  finish: oc
    .route({ method: 'POST', path: `${IMPORT}/finish` })
    .input(byImport.extend({ all_or_nothing: z.boolean() }))
    .output(
      z.object({
        imported: z.number().int(),
        refused: z.array(refusedUser),
        refused_count: z.number().int(),
      }),
    ),
  /** Forgets the rows. */
  cancel: oc.route({ method: 'DELETE', path: IMPORT }).input(byImport).output(z.object({})),
  /** A page of users by id, as an import takes them. Needs `read_auth_users`. */
  export: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/user-exports' })
    .input(z.object({ ref: projectRef, after: z.uuid('is not the id of a user').optional() }))
    .output(z.object({ users: z.array(z.record(z.string(), z.unknown())), next: z.string().nullable() })),
  /** The same with the hashes of their passwords. Needs `update_auth_users`. */
  exportHashes: oc
    .route({ method: 'POST', path: '/platform/auth/{ref}/user-exports' })
    .input(z.object({ ref: projectRef, after: z.uuid('is not the id of a user').optional() }))
    .output(z.object({ users: z.array(z.record(z.string(), z.unknown())), next: z.string().nullable() })),
};
