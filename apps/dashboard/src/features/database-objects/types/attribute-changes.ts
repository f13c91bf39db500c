/** An attribute of a composite type, as the form has it. */
export interface AttributeDraft {
  /** The name that it has now; null for a new one. */
  stored: string | null;
  name: string;
  /** As SQL writes it. */
  type: string;
  isDropped: boolean;
}

interface AttributeChanges {
  drop_attributes?: string[];
  retype_attributes?: { name: string; type: string }[];
  rename_attributes?: { from: string; to: string }[];
  add_attributes?: { name: string; type: string }[];
}

/** The attributes of a type before anything is changed. */
export function attributeDrafts(
  attributes: readonly { name: string; format: string }[],
): readonly AttributeDraft[] {
  return attributes.map(({ name, format }) => ({ stored: name, name, type: format, isDropped: false }));
}

/**
 * What makes the attributes of a type as they are wanted.
 * @param present its attributes, with their types as SQL writes them
 */
export function attributeChanges(
  present: readonly { name: string; format: string }[],
  drafts: readonly AttributeDraft[],
): AttributeChanges {
  const stored = drafts.flatMap(({ stored: from, ...draft }) => (from === null ? [] : [{ from, ...draft }]));
  const staying = stored.filter(({ isDropped }) => !isDropped);
  const typeOf = new Map(present.map(({ name, format }) => [name, format]));
  return {
    ...given(
      'drop_attributes',
      stored.filter(({ isDropped }) => isDropped).map(({ from }) => from),
    ),
    ...given(
      'retype_attributes',
      staying
        .filter(({ from, type }) => type.trim() !== typeOf.get(from))
        .map(({ from, type }) => ({ name: from, type: type.trim() })),
    ),
    ...given(
      'rename_attributes',
      staying.filter(({ from, name }) => name !== from).map(({ from, name }) => ({ from, to: name })),
    ),
    ...given(
      'add_attributes',
      drafts
        .filter(({ stored: from }) => from === null)
        .map(({ name, type }) => ({ name, type: type.trim() })),
    ),
  };
}

/** What is missing in the attributes of a type; null when nothing is. */
export function attributesProblem(drafts: readonly AttributeDraft[]): string | null {
  const staying = drafts.filter(({ isDropped }) => !isDropped);
  if (staying.length === 0) return 'Add at least one attribute.';
  if (staying.some(({ name, type }) => name.trim() === '' || type.trim() === ''))
    return 'Each attribute has a name and a type.';
  return new Set(staying.map(({ name }) => name)).size < staying.length
    ? 'Each name can be used once.'
    : null;
}

function given<Key extends string, Item>(key: Key, items: Item[]): { [K in Key]?: Item[] } {
  return items.length === 0 ? {} : ({ [key]: items } as { [K in Key]?: Item[] });
}
