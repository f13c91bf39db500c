import type { SupabaseClient } from '@supabase/supabase-js';

/** Anybody reads and writes here. */
export const LOAD_SCHEMA = `
  create table public.stones (id bigint generated always as identity primary key, name text);
  create policy "everybody does everything" on public.stones for all using (true) with check (true);
`;

export interface Load {
  /** Requests that were answered, well or not. */
  readonly done: number;
  /** What went wrong. */
  readonly failures: string[];
  /** Waits until so many more were answered. */
  until(more: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Reads, writes and uploads with the public client, from eight sides without pause.
 * @param client of a project with `LOAD_SCHEMA`
 * @param service the same with the service key, and a bucket `rocks`
 */
export function startLoad(client: SupabaseClient, service: SupabaseClient): Load {
  const failures: string[] = [];
  let done = 0;
  let over = false;
  const steps = [
    ['read', () => client.from('stones').select('id').limit(1)],
    ['write', () => client.from('stones').insert({ name: 'basalt' })],
    ['upload', () => service.storage.from('rocks').upload(`${crypto.randomUUID()}.txt`, 'stone')],
  ] as const;
  const askers = Array.from({ length: 8 }, async (_, asker) => {
    for (let turn = asker; !over; turn += 1) {
      const [what, step] = steps[turn % steps.length] ?? steps[0];
      const { error } = await step();
      if (error !== null) failures.push(`${what}: ${error.message}`);
      done += 1;
    }
  });
  return {
    get done() {
      return done;
    },
    failures,
    async until(more) {
      const goal = done + more;
      while (done < goal) await new Promise((next) => setTimeout(next, 10));
    },
    async stop() {
      over = true;
      await Promise.all(askers);
    },
  };
}
