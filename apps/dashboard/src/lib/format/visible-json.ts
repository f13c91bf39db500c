import { replaceUnseen } from './unseen-characters.ts';

/** JSON for people: indented, and with every character that could make it read as something else written as `\uXXXX`. */
export function visibleJson(value: unknown): string {
  return replaceUnseen(JSON.stringify(value, null, 2) ?? 'null', escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
