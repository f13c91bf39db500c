import type { Icon } from '@tabler/icons-react';

/** Something the toolbar offers, as a button where there is room and in a menu where there is none. */
export interface Tool {
  label: string;
  /** In place of the label where there is little room. */
  word?: string;
  icon: Icon;
  /** The keys that do the same. */
  keys?: { label: string; aria: string };
  onChoose: () => void;
}
