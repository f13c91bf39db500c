import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type api, orpc } from '../../../api/client.ts';

type ItemOf<Call extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Call>
>[number];

export type TableObject = ItemOf<typeof api.schemaApi.listTables>;
export type FunctionObject = ItemOf<typeof api.schemaApi.listFunctions>;
export type TriggerObject = ItemOf<typeof api.schemaApi.listTriggers>;
export type EventTriggerObject = ItemOf<typeof api.schemaApi.listEventTriggers>;
export type ProjectEventTrigger = ItemOf<typeof api.schemaApi.listProjectEventTriggers>;
export type TypeObject = ItemOf<typeof api.schemaApi.listTypes>;
export type IndexObject = ItemOf<typeof api.schemaApi.listIndexes>;
export type ExtensionObject = ItemOf<typeof api.schemaApi.listExtensions>;
export type RoleObject = ItemOf<typeof api.schemaApi.listRoles>;
export type PublicationObject = ItemOf<typeof api.schemaApi.listPublications>;
export type PolicyObject = ItemOf<typeof api.schemaApi.listPolicies>;

/** Loads anew whatever tells of a database's objects, after a change. */
export function useRefreshObjects(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const keys = [
      orpc.schemaApi.key(),
      orpc.objectDetails.key(),
      orpc.tableRows.key(),
      orpc.dataApi.tables.key(),
      orpc.database.completion.key(),
    ];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  }, [client]);
}

/** Lists of the schema API in the schemas that a page shows. */
export function inSchemas(projectRef: string, schemas: string | undefined) {
  return { ref: projectRef, ...(schemas === undefined ? {} : { included_schemas: schemas }) };
}
