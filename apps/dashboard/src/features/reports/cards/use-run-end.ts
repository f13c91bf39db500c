import { useEffect, useEffectEvent } from 'react';

/**
 * Tells when a card's turn is over. The answer is to be called whenever the card begins or ends to be busy. A card that
 * cannot run is done at once, so that nobody waits for it.
 */
export function useRunEnd(run: number, canRun: boolean, onEnd: () => void): (isBusy: boolean) => void {
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (run > 0 && !canRun) tell();
  }, [run, canRun]);
  return (isBusy) => {
    if (!isBusy) onEnd();
  };
}
