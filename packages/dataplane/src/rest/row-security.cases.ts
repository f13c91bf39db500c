import type { AskOptions } from './rest-api-for-test.ts';

/** Policies, and who is asked about them: the Data API, GraphQL, storage and realtime must let the same people do the same. */
export const ME = '00000000-0000-0000-0000-000000000001';
export const OTHER = '00000000-0000-0000-0000-000000000002';
export const WHO: Record<string, NonNullable<AskOptions['as']>> = {
  anon: 'anon',
  owner: { role: 'authenticated', sub: ME },
  other: { role: 'authenticated', sub: OTHER },
  service: 'service',
};
const MINE = 'owner_id = (select auth.uid())::text';
/** Policies after `create policy … on <table>`. */
export const POLICIES: Record<string, string[]> = {
  none: [],
  'select for all': ['for select using (true)'],
  'insert for all': ['for insert with check (true)'],
  'update for all': ['for update using (true)'],
  'delete for all': ['for delete using (true)'],
  'select and insert': ['for select using (true)', 'for insert with check (true)'],
  'select and update': ['for select using (true)', 'for update using (true)'],
  'select and delete': ['for select using (true)', 'for delete using (true)'],
  'insert and update, unseen': ['for insert with check (true)', 'for update using (true)'],
  'insert, update and select': [
    'for insert with check (true)',
    'for update using (true)',
    'for select using (true)',
  ],
  'all for owners': [`to authenticated using (${MINE}) with check (${MINE})`],
  'owners change, everybody reads': [
    `for all to authenticated using (${MINE}) with check (${MINE})`,
    'for select using (true)',
  ],
  'a folder for uploads': ["for insert to anon with check (name like 'new%')", 'for select using (true)'],
  'no way out of a name': ["for update using (true) with check (name = 'mine')", 'for select using (true)'],
  'all, but one restricts': [
    'using (true) with check (true)',
    "as restrictive using (name <> 'theirs') with check (name <> 'new')",
  ],
};
