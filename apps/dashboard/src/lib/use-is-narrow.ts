import { useMediaQuery } from '@mantine/hooks';
import { useLayoutEffect, useState } from 'react';

/** Whether the window is as narrow as a phone or a small tablet: the width below which style sheets stack what stood side by side. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Below this a list and an editor are not both of use side by side. In pixels. */
const ROOM_FOR_TWO = 640;

/** Whether a page has no room for a list beside its content: the window is narrow, or what stands beside the page takes the room. */
export function useHasNoRoomForList(): boolean {
  const isNarrow = useIsNarrow();
  const [isSqueezed, setSqueezed] = useState(false);
  useLayoutEffect(() => {
    const page = document.getElementById('main');
    if (page === null) return;
    const measure = () => setSqueezed(page.clientWidth < ROOM_FOR_TWO);
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    measure();
    return () => observer.disconnect();
  }, []);
  return isNarrow || isSqueezed;
}
