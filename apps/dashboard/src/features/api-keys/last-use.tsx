import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './key-list.module.css';
import type { LastUses } from './use-last-uses.ts';

interface LastUseProps {
  id: string | null;
  lastUses: LastUses | null;
}

/** When a key was used last, so that one nobody needs can be told from one an app depends on. */
export function LastUse({ id, lastUses }: LastUseProps) {
  if (lastUses === null || id === null) return null;
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
