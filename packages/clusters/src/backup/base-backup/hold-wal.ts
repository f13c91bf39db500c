import { withClient } from '@basalt/postgres';
import { type ReplicationSession, SILENCE_MS } from '@basalt/postgres/replication';
import type { ClusterAddress } from '../../driver.ts';

const SHARE_PATIENCE_MS = 10_000;

const SHARE = `
select case when keep > 0 then held / keep else 0 end::float8 as share
from (
  select pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), restart_lsn) as held,
    pg_catalog.pg_size_bytes(pg_catalog.current_setting('max_slot_wal_keep_size')) as keep
  from pg_catalog.pg_replication_slots where slot_name = $1
) as slot`;

/** The log that a server keeps because a backup needs it. */
export interface HeldWal {
  /** From 0 to 1: how much it is of what the server would keep for anybody. 1 when nothing is held or nobody can tell. */
  share(): Promise<number>;
}

/**
 * Lets the server keep its log from now on until the session ends: a backup needs all that is written while it runs, and
 * checkpoints would remove it. A server that has no slot left keeps what it keeps anyway.
 * @param id names the slot
 * @param answerTimeoutMs for the checkpoint; default: as long as a replication session may be silent
 */
export async function holdWal(
  session: ReplicationSession,
  address: ClusterAddress,
  id: string,
  answerTimeoutMs?: number,
): Promise<HeldWal> {
  // A slot reserves from the last checkpoint on. What was written before this backup is not its own: it neither needs it
  // nor has to hurry because of it. The backup's own checkpoint has little left to do then.
  await withClient(address, (client) => client.query('checkpoint'), {
    answerTimeoutMs: answerTimeoutMs ?? SILENCE_MS,
  });
  const slot = `basalt_base_${id.toLowerCase().replace(/[^a-z0-9]/g, '_')}`;
  const isHeld = await createSlot(session, slot);
  return {
    async share() {
      if (!isHeld) return 1;
      const { rows } = await withClient(address, (client) => client.query<{ share: number }>(SHARE, [slot]), {
        answerTimeoutMs: SHARE_PATIENCE_MS,
      });
      return rows[0]?.share ?? 1;
    },
  };
}

async function createSlot(session: ReplicationSession, slot: string): Promise<boolean> {
  try {
    for await (const message of session.send(
      `CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`,
    ))
      void message;
    return true;
  } catch {
    // After an error the server waits for the next command; a lost connection shows there.
    for await (const message of session.untilReady()) void message;
    return false;
  }
}
