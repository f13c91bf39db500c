import { useSyncExternalStore } from 'react';

/** Bounds of a resizable part: pixels, or a share of the window's width. */
export interface WidthLimits {
  minPixels?: number;
  maxPixels?: number;
  minShare?: number;
  maxShare?: number;
}

/** The width nearest to the wanted one that the limits allow. Where they contradict, the upper limit wins. */
export function clampWidth(wanted: number, limits: WidthLimits, windowWidth: number): number {
  const min = Math.max(limits.minPixels ?? 0, (limits.minShare ?? 0) * windowWidth);
  const max = Math.min(limits.maxPixels ?? Number.POSITIVE_INFINITY, (limits.maxShare ?? 1) * windowWidth);
  return Math.min(max, Math.max(min, wanted));
}

/** The same in the window as it is, also while it is resized. */
export function useClampedWidth(wanted: number, limits: WidthLimits): number {
  const windowWidth = useSyncExternalStore(subscribe, () => window.innerWidth);
  return clampWidth(wanted, limits, windowWidth);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
