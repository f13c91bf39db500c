// Read by the dashboard without schemas.

/** What the database takes too; see the project database's script of the vault. */
export const MAX_SECRET_BYTES = 65_536;
export const SECRET_NAME_MAX_LENGTH = 256;
export const SECRET_DESCRIPTION_MAX_LENGTH = 2_000;
export const VAULT_PAGE_SIZE = 100;
export const VAULT_SORTS = ['name', 'created_at', 'updated_at'] as const;
export type VaultSort = (typeof VAULT_SORTS)[number];
