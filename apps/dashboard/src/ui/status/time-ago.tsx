import { useEffect, useState } from 'react';
import { relativeTime } from '../../lib/format/relative-time.ts';

const MINUTE = 60_000;
const exact = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

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
    <time dateTime={then.toISOString()} title={exact.format(then)}>
      {relativeTime(then.getTime(), now)}
    </time>
  );
}
