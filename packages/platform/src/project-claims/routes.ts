import { routes } from '../kernel/router-base.ts';
import type { ProjectClaimRow } from '../kernel/schema.ts';
import { claimProject, previewClaim } from './claim-project.ts';
import { createClaimToken, deleteClaimToken, getClaimToken } from './claim-tokens.ts';

const { projectClaims } = routes;

export const projectClaimRoutes = {
  v1Get: projectClaims.v1Get.handler(async ({ context, input }) =>
    presentToken(await getClaimToken(context.db, context.actor, input.ref)),
  ),
  v1Create: projectClaims.v1Create.handler(async ({ context, input }) => {
    const { token, ...row } = await createClaimToken(context, context.actor, input.ref);
    return { token, ...presentToken(row) };
  }),
  v1Delete: projectClaims.v1Delete.handler(({ context, input }) =>
    deleteClaimToken(context, context.actor, input.ref),
  ),
  v1Preview: projectClaims.v1Preview.handler(({ context, input }) =>
    previewClaim(context, context.actor, input),
  ),
  v1Claim: projectClaims.v1Claim.handler(({ context, input }) => claimProject(context, context.actor, input)),
};

function presentToken({ token_alias, expires_at, created_at, created_by }: ProjectClaimRow) {
  return {
    token_alias,
    expires_at: expires_at.toISOString(),
    created_at: created_at.toISOString(),
    created_by,
  };
}
