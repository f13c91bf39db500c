import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone or a small tablet: the width below which style sheets stack what stood side by side. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
}
