const CHANGES_SCHEMA = /\b(create|alter|drop|rename|into|import|comment)\b/i;

/**
 * True when a text may have changed what completion should offer. A courtesy, so a word in a string or comment may
 * count: one needless look at the catalog does no harm.
 */
export function mayChangeSchema(sql: string): boolean {
  return CHANGES_SCHEMA.test(sql);
}
