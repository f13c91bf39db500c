/**
 * What the assistant may tell the provider of the model about a project, from nothing to rows. Each level includes those before it.
 */
export const AI_OPT_IN_LEVELS = ['disabled', 'schema', 'schema_and_log', 'schema_and_log_and_data'] as const;
export type AiOptInLevel = (typeof AI_OPT_IN_LEVELS)[number];

/** How an organization keeps its level: one tag for each step. */
export const AI_OPT_IN_TAGS = [
  'AI_SQL_GENERATOR_OPT_IN',
  'AI_LOG_GENERATOR_OPT_IN',
  'AI_DATA_GENERATOR_OPT_IN',
] as const;
export type AiOptInTag = (typeof AI_OPT_IN_TAGS)[number];

/**
 * The level of an organization. A tag counts only together with those before it, and an organization with the HIPAA add-on never
 * shares anything (spec §6).
 */
export function aiOptInLevel(organization: {
  opt_in_tags: readonly string[];
  hipaa_addon: boolean;
}): AiOptInLevel {
  if (organization.hipaa_addon) return 'disabled';
  const missing = AI_OPT_IN_TAGS.findIndex((tag) => !organization.opt_in_tags.includes(tag));
  return AI_OPT_IN_LEVELS[missing === -1 ? AI_OPT_IN_TAGS.length : missing] ?? 'disabled';
}

/** The tags that stand for a level. */
export function aiOptInTags(level: AiOptInLevel): AiOptInTag[] {
  return AI_OPT_IN_TAGS.slice(0, AI_OPT_IN_LEVELS.indexOf(level));
}

/** Whether what was read under one level may be told under another. */
export function levelIncludes(level: AiOptInLevel, needed: AiOptInLevel): boolean {
  return AI_OPT_IN_LEVELS.indexOf(level) >= AI_OPT_IN_LEVELS.indexOf(needed);
}
