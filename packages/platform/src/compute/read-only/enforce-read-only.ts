import type { ClusterAddress } from '@basalt/clusters';
import { withClient } from '@basalt/postgres';

const ANSWER_TIMEOUT_MS = 10_000;

/** What postgresql.auto.conf says (its last entry counts), and whether the server has surely read it since it was written. */
const LOOK = `
  select
    coalesce((
      select setting from pg_catalog.pg_file_settings
      where name = 'default_transaction_read_only' and sourcefile like '%postgresql.auto.conf'
      order by seqno desc limit 1
    ), 'off') = 'on' as written,
    -- Files tell whole seconds only.
    pg_catalog.pg_conf_load_time() >= modification + interval '1 second' as read
  from pg_catalog.pg_stat_file('postgresql.auto.conf')`;

/**
 * Makes a running PostgreSQL refuse writes, or take them again: sessions that are open notice it with their next transaction; one
 * that is at work goes on to its end. The platform's own role is exempt by a setting of its own. Whoever must free space can say
 * `set transaction read write`. May be repeated; killed halfway, the next time finishes it.
 * @param address the administrator's door
 */
export async function enforceReadOnly(address: ClusterAddress, wanted: boolean): Promise<void> {
  const tell = async (client: Parameters<Parameters<typeof withClient>[1]>[0]) => {
    const { rows } = await client.query<{ written: boolean; read: boolean }>(LOOK);
    const [state] = rows;
    if (state?.written === wanted && state.read) return;
    if (state?.written !== wanted)
      await client.query(
        wanted
          ? 'alter system set default_transaction_read_only = on'
          : 'alter system reset default_transaction_read_only',
      );
    await client.query('select pg_catalog.pg_reload_conf()');
  };
  await withClient(address, tell, { answerTimeoutMs: ANSWER_TIMEOUT_MS });
}
