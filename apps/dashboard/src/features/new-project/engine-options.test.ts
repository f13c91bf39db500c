import type { AvailableVersion, PostgresEngine } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { chooseEngine, engineOptions, versionsQuestion } from './engine-options.ts';

const versions = (...engines: PostgresEngine[]): AvailableVersion[] =>
  engines.map((postgres_engine) => ({
    version: `x-${postgres_engine}`,
    postgres_engine,
    release_channel: 'ga',
  }));

describe('versionsQuestion', () => {
  it('says where the project will run', () => {
    expect(versionsQuestion('quarry', 'eu-west-1')).toEqual({
      input: { slug: 'quarry', provider: 'LOCAL', region: 'eu-west-1' },
      enabled: true,
    });
  });

  it('is not asked before organization and region are chosen', () => {
    expect(versionsQuestion('_', 'eu-west-1').enabled).toBe(false);
    expect(versionsQuestion('quarry', undefined).enabled).toBe(false);
  });
});

describe('engineOptions', () => {
  it('lists each major version once, the newest first, and marks the default', () => {
    expect(engineOptions(versions('15', '18', '17', '15')).map((option) => option.label)).toEqual([
      '18',
      '17 (default)',
      '15',
    ]);
  });
});

describe('chooseEngine', () => {
  it.each<[string, AvailableVersion[], string, PostgresEngine | undefined]>([
    ['the wanted one', versions('15', '17'), '15', '15'],
    ['the default when the wanted one is not offered', versions('15', '17'), '18', '17'],
    ['the newest when the default is not offered either', versions('15', '16'), '18', '16'],
    ['nothing while nothing is known', [], '17', undefined],
  ])('%s', (_, offered, wanted, chosen) => {
    expect(chooseEngine(offered, wanted)).toBe(chosen);
  });
});
