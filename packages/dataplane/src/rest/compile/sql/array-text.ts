/** Texts as one PostgreSQL array literal. Every element is quoted, so `NULL` and the empty text stay texts. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map(quoteElement).join(',')}}`;
}

function quoteElement(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
