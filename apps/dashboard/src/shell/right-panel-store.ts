import type { ReactNode } from 'react';
import { sharedValue } from '../lib/shared-value.ts';

export interface OpenPanel {
  /** Names the panel, such as "Assistant". */
  label: string;
  content: ReactNode;
}

/** The panel on the right. One that is opened takes the place of another; null: none is open. */
export const openPanel = sharedValue<OpenPanel | null>(null);
