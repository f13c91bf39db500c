import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { paintInTurn } from '../../lib/next-paint.ts';

interface LaterProps {
  /** Holds its place, where something below it is in sight. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * A part of a page that is not in sight when it opens, or that people do not wait for: it is made when what stands above it has been
 * drawn, one such part after the other.
 */
export function Later({ children, fallback = null }: LaterProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    let isGone = false;
    void paintInTurn().then(() => {
      if (!isGone) startTransition(() => setDue(true));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return isDue ? children : fallback;
}
