import { routes } from '../kernel/router-base.ts';
import { createFunction, deleteFunction, updateFunction } from './change-functions.ts';
import { deleteFunctionSecrets, listFunctionSecrets, setFunctionSecrets } from './change-secrets.ts';
import { bulkUpdateFunctions, rollBackFunction } from './deploy-functions.ts';
import { listFunctionPackages, listFunctions, listFunctionVersions, readFunction } from './read-functions.ts';
import { testFunction } from './test-function.ts';

const { functions, functionSecrets } = routes;
const bySlug = (input: { ref: string; function_slug: string }) => ({
  ref: input.ref,
  slug: input.function_slug,
});

export const functionRoutes = {
  list: functions.list.handler(({ context, input }) => listFunctions(context, context.actor, input.ref)),
  get: functions.get.handler(({ context, input }) => readFunction(context, context.actor, bySlug(input))),
  create: functions.create.handler(({ context, input: { ref, slug, ...input } }) =>
    createFunction(context, context.actor, { ref, slug, ...input }),
  ),
  update: functions.update.handler(({ context, input }) =>
    updateFunction(context, context.actor, {
      ...bySlug(input),
      name: input.name,
      verifyJwt: input.verify_jwt,
      code: input.body,
    }),
  ),
  delete: functions.delete.handler(async ({ context, input }) => {
    await deleteFunction(context, context.actor, bySlug(input));
    return {};
  }),
  bulkUpdate: functions.bulkUpdate.handler(async ({ context, input }) => ({
    functions: await bulkUpdateFunctions(context, context.actor, input.params.ref, input.body),
  })),
  packages: functions.packages.handler(async ({ context, input }) => ({
    packages: await listFunctionPackages(context, context.actor, bySlug(input)),
  })),
  versions: functions.versions.handler(async ({ context, input }) => ({
    versions: await listFunctionVersions(context, context.actor, bySlug(input)),
  })),
  rollBack: functions.rollBack.handler(({ context, input }) =>
    rollBackFunction(context, context.actor, { ...bySlug(input), version: input.version }),
  ),
  test: functions.test.handler(({ context, input: { ref, function_slug, ...call } }) =>
    testFunction(context, context.actor, { ref, slug: function_slug, call }),
  ),
};

export const functionSecretRoutes = {
  list: functionSecrets.list.handler(({ context, input }) =>
    listFunctionSecrets(context, context.actor, input.ref),
  ),
  set: functionSecrets.set.handler(async ({ context, input }) => {
    await setFunctionSecrets(context, context.actor, input.params.ref, input.body);
    return {};
  }),
  delete: functionSecrets.delete.handler(async ({ context, input }) => {
    await deleteFunctionSecrets(context, context.actor, input.params.ref, input.body);
    return {};
  }),
};
