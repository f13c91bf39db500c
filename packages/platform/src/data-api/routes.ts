import { readJwtSecret } from '../jwt-secret/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { may } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { changeDataApi } from './change-data-api.ts';
import { listTables } from './list-tables.ts';
import { projectApiSettings } from './project-api-settings.ts';
import {
  type DataApi,
  presentDataApi,
  presentV1DataApi,
  readApiDocument,
  readDataApi,
} from './read-data-api.ts';

const { dataApi, jwtSecret } = routes;

async function read(context: Dependencies, actor: Actor, ref: string): Promise<DataApi> {
  return readDataApi(context, (await getProject(context.db, actor, ref)).project);
}

export const dataApiRoutes = {
  v1Get: dataApi.v1Get.handler(async ({ context, input }) => {
    const { project, role } = await getProject(context.db, context.actor, input.ref);
    const config = presentV1DataApi(await readDataApi(context, project));
    if (!may('read_api_keys', role)) return config;
    return { ...config, jwt_secret: (await readJwtSecret(context.db, context.secrets, project.id)).secret };
  }),
  v1Update: dataApi.v1Update.handler(async ({ context, input: { ref, ...changes } }) =>
    presentV1DataApi(await readDataApi(context, await changeDataApi(context, context.actor, ref, changes))),
  ),
  get: dataApi.get.handler(async ({ context, input }) =>
    presentDataApi(await read(context, context.actor, input.ref)),
  ),
  update: dataApi.update.handler(async ({ context, input: { ref, ...changes } }) =>
    presentDataApi(await readDataApi(context, await changeDataApi(context, context.actor, ref, changes))),
  ),
  document: dataApi.document.handler(({ context, input }) =>
    readApiDocument(context, context.actor, input.ref),
  ),
  v1Document: dataApi.v1Document.handler(({ context, input }) =>
    readApiDocument(context, context.actor, input.ref, input.schema),
  ),
  tables: dataApi.tables.handler(({ context, input }) => listTables(context, context.actor, input.ref)),
};

/** The call about the JWT secret that shows it together with the Data API's address and schemas. */
export const projectApiRoutes = {
  settings: jwtSecret.settings.handler(({ context, input }) =>
    projectApiSettings(context, context.actor, input.ref),
  ),
};
