import { CHARTS } from './charts.ts';
import { DATABASE_FUNCTIONS } from './database-functions.ts';
import { EDGE_FUNCTIONS } from './edge-functions.ts';
import { POLICIES } from './policies.ts';
import { QUERIES } from './queries.ts';
import { REPAIRS } from './repairs.ts';
import { SCHEMA_DESIGN } from './schema-design.ts';
import type { Task } from './task.ts';
import { TRIGGERS } from './triggers.ts';

/** What the assistant is tried with, by area. */
export const TASKS: Readonly<Record<string, readonly Task[]>> = {
  'schema design': SCHEMA_DESIGN,
  policies: POLICIES,
  functions: DATABASE_FUNCTIONS,
  triggers: TRIGGERS,
  queries: QUERIES,
  repairs: REPAIRS,
  charts: CHARTS,
  'edge functions': EDGE_FUNCTIONS,
};
