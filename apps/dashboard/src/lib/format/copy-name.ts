import { NAME_MAX_LENGTH } from '@basalt/contract';

/** The name of a copy, "Orders (Duplicate)" for the word "Duplicate". What is too long loses its end, not the word that tells them apart. */
export function copyName(name: string, word: string): string {
  const suffix = ` (${word})`;
  const room = NAME_MAX_LENGTH - suffix.length;
  return `${name.slice(0, room).replace(/[\ud800-\udbff]$/, '')}${suffix}`;
}
