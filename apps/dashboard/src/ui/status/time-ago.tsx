import { useEffect, useState } from 'react';
import { exactTime } from '../../lib/format/moment.ts';
import { relativeTime } from '../../lib/format/relative-time.ts';

const MINUTE = 60_000;

/** How long ago something was; the exact time on hover. */
export function TimeAgo({ date }: { date: string | Date }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  const then = new Date(date);
  if (Number.isNaN(then.getTime())) return <span>Unknown</span>;
  return (
    <time dateTime={then.toISOString()} title={exactTime(then)}>
      {relativeTime(then.getTime(), now)}
    </time>
  );
}
