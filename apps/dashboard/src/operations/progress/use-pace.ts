import { useEffect, useState } from 'react';
import { addSample, paceOf, type Sample } from './pace.ts';

/** How fast a number of bytes grows, in bytes a second; null while that cannot be told. */
export function usePace(done: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => setSamples((before) => addSample(before, { at: Date.now(), done })), [done]);
  return paceOf(samples);
}
