import { useEffect, useState } from 'react';

/** Seconds since a moment, counting. `since` is in milliseconds, as of `Date.now()`. */
export function ElapsedTime({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden>{(Math.max(0, now - since) / 1_000).toFixed(1)} s</span>;
}
