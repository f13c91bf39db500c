import { accounts } from './accounts.ts';
import { database } from './database.ts';
import { operations } from './operations.ts';
import { organizations } from './organizations.ts';
import { projects } from './projects.ts';

/** Everything that is said over the wire between clients and the platform, as one tree. */
export const contract = { accounts, organizations, projects, operations, database };
export type Contract = typeof contract;
