import { useMediaQuery } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';

/** Whether the window is as narrow as a phone or a small tablet: the width below which style sheets stack what stood side by side. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Below this a list and an editor are not both of use side by side. In pixels. */
const ROOM_FOR_TWO = 640;

/** The page that is watched, and whether it is narrower than that. One observer tells: asked by each new page, the browser would lay it out twice. */
let watched: HTMLElement | null = null;
let isSqueezed = false;
const listeners = new Set<() => void>();
let observer: ResizeObserver | null = null;

function isPageSqueezed(): boolean {
  const page = document.getElementById('main');
  if (page === watched) return isSqueezed;
  observer ??= new ResizeObserver(([entry]) => {
    if (entry === undefined || entry.target !== watched) return;
    isSqueezed = entry.contentRect.width < ROOM_FOR_TWO;
    for (const listener of listeners) listener();
  });
  observer.disconnect();
  watched = page;
  if (page !== null) observer.observe(page);
  isSqueezed = page !== null && page.clientWidth < ROOM_FOR_TWO;
  return isSqueezed;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a page has no room for a list beside its content: the window is narrow, or what stands beside the page takes the room. */
export function useHasNoRoomForList(): boolean {
  const isNarrow = useIsNarrow();
  return useSyncExternalStore(subscribe, isPageSqueezed) || isNarrow;
}
