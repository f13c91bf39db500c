import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './key-list.module.css';

interface LastUseProps {
  id: string | null;
  lastUses: LastUses | null;
}

/** When a key was used last, so that one nobody needs can be told from one an app depends on. */
export function LastUse({ id, lastUses }: LastUseProps) {
  if (id === null) return null;
  // The line is there before its words are, so that nothing moves when they come.
  if (lastUses === null) return <span className={classes.use}>&nbsp;</span>;
  const time = lastUses.get(id);
  return (
    <span className={classes.use}>
      {time === undefined ? (
        'No use recorded'
      ) : (
        <>
          Last used <TimeAgo date={time} />
        </>
      )}
    </span>
  );
}

/** When keys were used last, by their id; legacy ones by their role. */
export type LastUses = ReadonlyMap<string, string>;

const EVERY_MS = 15_000;

/** Null while it is not known. */
export function useLastUses(projectRef: string): LastUses | null {
  const { data } = useQuery(
    orpc.apiKeys.lastUses.queryOptions({ input: { ref: projectRef }, refetchInterval: EVERY_MS }),
  );
  return data === undefined ? null : new Map(data.map(({ id, last_used_at }) => [id, last_used_at]));
}
