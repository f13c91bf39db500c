/** A search parameter as text, or nothing when it is absent, empty or no text. Numbers were text before parsing. */
export function textParam(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** A search parameter that may be there several times, as texts; nothing when there is none. */
export function listParam(value: unknown): string[] | undefined {
  const texts = [value].flat().flatMap((item) => textParam(item) ?? []);
  return texts.length === 0 ? undefined : texts;
}

/** A search parameter that is the number of something, counted from 1. */
export function idParam(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** A search parameter that counts pages; the first one needs no mention. */
export function pageParam(value: unknown): number | undefined {
  return value === 1 ? undefined : idParam(value);
}

/** A search parameter that must be one of a closed list; anything else is dropped. */
export function choiceParam<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** The parameters that have a value, so that addresses carry no empty ones. */
export function presentParams<T extends Record<string, unknown>>(
  params: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
