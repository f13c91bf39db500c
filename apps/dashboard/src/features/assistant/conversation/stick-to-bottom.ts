/** Pixels above the end that still count as the end (spec §4). */
const TOLERANCE = 10;

export interface ScrollPlace {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}

/** Whether the end of what scrolls is in sight. */
export function isAtBottom({ scrollTop, clientHeight, scrollHeight }: ScrollPlace): boolean {
  return scrollHeight - clientHeight - scrollTop <= TOLERANCE;
}

/**
 * Whether a view follows what is added at its end. Scrolling up lets go, coming back to the end takes hold again; a view that only
 * grew keeps on.
 */
export function followsAfterScroll(follows: boolean, before: ScrollPlace, now: ScrollPlace): boolean {
  if (isAtBottom(now)) return true;
  return follows && now.scrollTop >= before.scrollTop;
}
