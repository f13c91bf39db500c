import { describe, expect, it } from 'vitest';
import { AI_OPT_IN_LEVELS, AI_OPT_IN_TAGS, aiOptInLevel, aiOptInTags, levelIncludes } from './opt-in.ts';

const [sql, log, data] = AI_OPT_IN_TAGS;

describe('aiOptInLevel', () => {
  it.each([
    [[], 'disabled'],
    [[sql], 'schema'],
    [[log, data], 'disabled'],
    [[sql, data], 'schema'],
    [[log, sql], 'schema_and_log'],
    [[data, log, sql], 'schema_and_log_and_data'],
    [['AI_SOMETHING_ELSE'], 'disabled'],
  ])('%j is %s', (opt_in_tags, level) => {
    expect(aiOptInLevel({ opt_in_tags, hipaa_addon: false })).toBe(level);
    expect(aiOptInLevel({ opt_in_tags, hipaa_addon: true })).toBe('disabled');
  });

  it('reads every level as it was written', () => {
    for (const level of AI_OPT_IN_LEVELS)
      expect(aiOptInLevel({ opt_in_tags: aiOptInTags(level), hipaa_addon: false })).toBe(level);
  });

  it('lets a level include those below it and no other', () => {
    const included = AI_OPT_IN_LEVELS.map((needed) => levelIncludes('schema_and_log', needed));
    expect(included).toEqual([true, true, true, false]);
  });
});
