import { DEFINITION_KINDS, EXTENSION_USE, INDEX_USE } from '@basalt/postgres/catalog';
import { TABLE_SCRIPTS, TYPE_SCRIPTS } from '@basalt/postgres/rows';
import { routes } from '../../kernel/router-base.ts';
import { getObject, listObjects } from '../schema/read-schema.ts';

const { objectDetails } = routes;

export const objectDetailRoutes = {
  definition: objectDetails.definition.handler(({ context, input: { ref, kind, id } }) =>
    getObject(context, context.actor, DEFINITION_KINDS[kind], { ref, id }),
  ),
  scripts: objectDetails.scripts.handler(({ context, input: { kind, ...input } }) =>
    listObjects(context, context.actor, kind === 'types' ? TYPE_SCRIPTS : TABLE_SCRIPTS, input),
  ),
  indexUse: objectDetails.indexUse.handler(({ context, input }) =>
    listObjects(context, context.actor, INDEX_USE, input),
  ),
  extensionUse: objectDetails.extensionUse.handler(({ context, input }) =>
    getObject(context, context.actor, EXTENSION_USE, input),
  ),
};
