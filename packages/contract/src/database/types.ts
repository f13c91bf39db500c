import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';
import { schemaNames } from './schema/object-input.ts';

export const databaseTypes = {
  /** Types of the tables, views and functions of schemas (those that the Data API serves), for clients in TypeScript. */
  v1TypeScript: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/types/typescript' })
    .input(z.object({ ref: projectRef, included_schemas: schemaNames }))
    .output(z.object({ types: z.string() })),
};
