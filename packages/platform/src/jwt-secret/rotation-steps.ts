import { sql } from 'kysely';
import type { OperationDefinition, Step, StepContext } from '../operations/definition.ts';
import { LEGACY_ROLES, legacyKey, secretToJwk } from './keys.ts';

/** Makes the new legacy keys once, so that a secret which cannot be used is found before the old one is given up. */
export const prepareKeys: Step = {
  name: 'prepare-keys',
  title: 'Prepare the new keys',
  run: async ({ db, project, secrets }) => {
    const settings = await db
      .selectFrom('project_api_settings')
      .select('next_jwt_secret')
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    if (settings.next_jwt_secret === null) return; // in force already
    const next = secrets.open(settings.next_jwt_secret);
    for (const role of LEGACY_ROLES) await legacyKey(next, project.ref, role, new Date());
  },
};

/** The new secret and the end of the old one, in one transaction. */
export const replaceSecret: Step = {
  name: 'replace-secret',
  title: 'Put the new JWT secret in force',
  run: ({ db, project, secrets }) =>
    db.transaction().execute(async (transaction) => {
      const settings = await transaction
        .selectFrom('project_api_settings')
        .select('next_jwt_secret')
        .where('project_id', '=', project.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (settings.next_jwt_secret === null) return; // in force already
      const jwk = secretToJwk(secrets.open(settings.next_jwt_secret));
      await transaction
        .updateTable('signing_keys')
        .set({
          sealed_jwk: secrets.seal(JSON.stringify(jwk)),
          issued_at: sql<Date>`now()`,
          updated_at: sql<Date>`now()`,
        })
        .where('project_id', '=', project.id)
        .where('is_legacy', '=', true)
        .execute();
      await transaction
        .updateTable('project_api_settings')
        .set({ next_jwt_secret: null })
        .where('project_id', '=', project.id)
        .execute();
    }),
};

/** A change that failed leaves the old secret in force and the new one nowhere. */
export async function forgetNextSecret({ db, project }: StepContext): Promise<void> {
  await db
    .updateTable('project_api_settings')
    .set({ next_jwt_secret: null })
    .where('project_id', '=', project.id)
    .execute();
}

/** Puts another JWT secret in force, with new legacy keys. */
export const rotateJwtSecret: OperationDefinition = {
  kind: 'rotate_jwt_secret',
  steps: [prepareKeys, replaceSecret],
  undo: forgetNextSecret,
};
