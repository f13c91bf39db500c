/** Which of `choices` an address names by its key; `usual` when it names none of them. */
export function chosenKey<Key extends string>(
  choices: Readonly<Record<Key, unknown>>,
  named: string | undefined,
  usual: Key,
): Key {
  return named !== undefined && Object.hasOwn(choices, named) ? (named as Key) : usual;
}
