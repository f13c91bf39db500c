/** How many schemas are chosen, as a label. */
export function schemaCount(count: number): string {
  if (count === 0) return 'No schemas selected';
  return count === 1 ? '1 schema selected' : `${count} schemas selected`;
}

/** Takes a schema off the list, or puts it at the end: the others keep their places, because the first one counts more. */
export function toggleSchema(selected: readonly string[], name: string): string[] {
  return selected.includes(name) ? selected.filter((one) => one !== name) : [...selected, name];
}
