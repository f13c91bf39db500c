/** A value that an enum is to have. */
export interface AddedValue {
  value: string;
  /** The present value it is to stand before; at the end without it. */
  before?: string;
}

interface EnumChanges {
  rename_values?: { from: string; to: string }[];
  add_values?: { value: string; before?: string }[];
}

/**
 * What makes an enum as it is wanted. Renaming comes first, so that a new value stands before one by its new name.
 * @param present its values
 * @param names what each of them is to be called, in the same order
 */
export function enumChanges(
  present: readonly string[],
  names: readonly string[],
  added: readonly AddedValue[],
): EnumChanges {
  const renamed = present.flatMap((from, place) => {
    const to = names[place] ?? from;
    return to === from ? [] : [{ from, to }];
  });
  const nameNow = (value: string) => names[present.indexOf(value)] ?? value;
  const values = added.map(({ value, before }) => ({
    value,
    ...(before === undefined ? {} : { before: nameNow(before) }),
  }));
  return {
    ...(renamed.length === 0 ? {} : { rename_values: renamed }),
    ...(values.length === 0 ? {} : { add_values: values }),
  };
}
