/** The name of a column inside `column:rest`: a colon or percent sign in it is percent-encoded. */
export function encodeColumn(column: string): string {
  return column.replaceAll('%', '%25').replaceAll(':', '%3A');
}

function decodeColumn(text: string): string {
  return text.replace(/%(?:(25)|3a)/gi, (_, percent: string | undefined) =>
    percent === undefined ? ':' : '%',
  );
}

/** Cuts `column:rest` at the first colon; null when there is none or the column is empty. */
export function splitColumn(text: string): { readonly column: string; readonly rest: string } | null {
  const colon = text.indexOf(':');
  return colon < 1 ? null : { column: decodeColumn(text.slice(0, colon)), rest: text.slice(colon + 1) };
}
