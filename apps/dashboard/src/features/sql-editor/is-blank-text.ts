/** Only a short text is looked at: a long one of nothing but spaces is not worth reading at every key. */
export function isBlankText(text: { readonly length: number; toString(): string }): boolean {
  return text.length === 0 || (text.length < 2_000 && text.toString().trim() === '');
}
