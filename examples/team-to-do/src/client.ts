import { createClient } from '@supabase/supabase-js';
import type { Database } from './database.generated.ts';

const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = import.meta.env;
if (!url || !key)
  throw new Error('Set VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY. The README says where they are.');

/** Everything goes through this client. Its key is made for browsers: what it may do is up to the policies of the migration. */
export const client = createClient<Database>(url, key, {
  // Projects that share a host would share this name, too.
  auth: { storageKey: `team-to-do-${url}` },
});

export type Team = Database['public']['Tables']['teams']['Row'];
export type ToDo = Database['public']['Tables']['to_dos']['Row'];
