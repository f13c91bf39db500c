import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, queryBoolean, storableText } from '../shared/names.ts';
import {
  MAX_SECRET_BYTES,
  SECRET_DESCRIPTION_MAX_LENGTH,
  SECRET_NAME_MAX_LENGTH,
  VAULT_PAGE_SIZE,
  VAULT_SORTS,
} from './vault-limits.ts';

/** A secret of a project's vault, without what is secret of it. */
export const vaultSecret = z.object({
  id: z.uuid(),
  /** Unique; null for one that SQL has made without. */
  name: z.string().nullable(),
  description: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type VaultSecret = z.infer<typeof vaultSecret>;

const name = storableText
  .min(1, 'must not be empty')
  .max(SECRET_NAME_MAX_LENGTH, `must be at most ${SECRET_NAME_MAX_LENGTH} characters long`);
const description = storableText.max(
  SECRET_DESCRIPTION_MAX_LENGTH,
  `must be at most ${SECRET_DESCRIPTION_MAX_LENGTH} characters long`,
);
const secret = storableText
  .min(1, 'must not be empty')
  .refine(
    (text) => new TextEncoder().encode(text).length <= MAX_SECRET_BYTES,
    `must be at most ${MAX_SECRET_BYTES} bytes long`,
  );
const byRef = z.object({ ref: projectRef });
const byId = byRef.extend({ id: z.uuid('is not the id of a secret') });

/** The vault of a project's database. Everything runs as its role `postgres`, and needs `use_vault`. */
export const vault = {
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/vault/secrets' })
    .input(
      byRef.extend({
        /** Part of the name or of the description, in any case; or an id. */
        search: storableText.max(SECRET_NAME_MAX_LENGTH).optional(),
        sort: z.enum(VAULT_SORTS).default('name'),
        descending: queryBoolean.default(false),
        limit: z.coerce.number().int().min(1).max(VAULT_PAGE_SIZE).default(VAULT_PAGE_SIZE),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      }),
    )
    .output(z.object({ secrets: z.array(vaultSecret), total: z.number().int() })),
  create: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/vault/secrets', successStatus: 201 })
    .input(byRef.extend({ name, description: description.default(''), secret }))
    .output(vaultSecret),
  /** The plain text of one. Each call is told in the platform's log. */
  reveal: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/vault/secrets/{id}/reveal' })
    .input(byId)
    .output(z.object({ decrypted_secret: z.string() })),
  /** What is left out stays as it is. */
  update: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/vault/secrets/{id}' })
    .input(
      byId.extend({ name: name.optional(), description: description.optional(), secret: secret.optional() }),
    )
    .output(vaultSecret),
  delete: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/vault/secrets/{id}' })
    .input(byId)
    .output(z.object({ id: z.uuid() })),
};
