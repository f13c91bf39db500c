const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text that means itself between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/** Text that means itself in an attribute without quotes too: white space would end such a value. */
export function escapeUnquoted(text: string): string {
  return escapeHtml(text).replace(/[\s=]/g, (character) => `&#${character.charCodeAt(0)};`);
}
