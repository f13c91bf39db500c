/**
 * Characters that change how a text is read without being seen: controls, marks and overrides of direction, line
 * separators. Joiners stay, because scripts and emoji need them.
 */
const UNSEEN = /[\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The text with every such character replaced; taken out unless said otherwise. */
export function replaceUnseen(text: string, replacement: (character: string) => string = () => ''): string {
  return text.replace(UNSEEN, replacement);
}
