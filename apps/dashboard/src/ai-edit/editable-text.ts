import type { EditContext } from './ai-edit-machine.ts';

/** What a prompt needs of the editor whose text it changes. */
export interface EditableText {
  text(): { toString(): string };
  /** The selected lines, whole, and what stands before and behind them. */
  aroundSelection(): EditContext;
  setText(text: string): void;
  /** Nobody types until it is unlocked. */
  setLocked(isLocked: boolean): void;
  /** Makes room above the line of the selection for an element; null takes it away. */
  showAbove(element: HTMLElement | null): void;
  focus(): void;
}
