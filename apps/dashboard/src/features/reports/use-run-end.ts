import { type RefObject, useEffect, useEffectEvent } from 'react';

/** A card that has not begun to run after this long does not mean to, in milliseconds. */
const PATIENCE = 1_500;
const BUSY = '[aria-busy="true"]';

/**
 * Tells when the run with this number has ended: what the card marks as busy is over, or never began. A card that
 * cannot run is done at once, so that nobody waits for it.
 */
export function useRunEnd(
  slot: RefObject<HTMLElement | null>,
  run: number,
  canRun: boolean,
  onEnd: () => void,
): void {
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (run === 0) return;
    const element = slot.current;
    if (!canRun || element === null) return tell();
    let wasBusy = false;
    const look = () => {
      const isBusy = element.querySelector(BUSY) !== null;
      if (wasBusy && !isBusy) {
        stop();
        tell();
      }
      wasBusy ||= isBusy;
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
    const timer = setTimeout(() => {
      if (wasBusy) return;
      stop();
      tell();
    }, PATIENCE);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    look();
    return stop;
  }, [slot, run, canRun]);
}
