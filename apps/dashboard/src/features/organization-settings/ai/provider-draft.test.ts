import type { AiProviderSettings } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { changedLabels, draftOf, providerFaults, providerInput } from './provider-draft.ts';

const settings: AiProviderSettings = {
  source: 'organization',
  provider: 'anthropic',
  base_url: null,
  model: 'a-model',
  has_key: true,
  monthly_token_cap: 1_000_000,
  input_price: 3,
  output_price: null,
  updated_at: '2026-01-01T00:00:00Z',
};

describe('the form of the provider', () => {
  it('sends back what was there, and no key unless one was typed', () => {
    expect(providerInput(draftOf(settings))).toEqual({
      provider: 'anthropic',
      base_url: null,
      model: 'a-model',
      monthly_token_cap: 1_000_000,
      input_price: 3,
      output_price: null,
    });
    expect(providerInput({ ...draftOf(settings), apiKey: ' key ' })).toMatchObject({ api_key: 'key' });
  });

  it("begins empty over the operator's", () => {
    expect(draftOf({ ...settings, source: 'environment' }).model).toBe('');
  });

  it('takes numbers as people write them', () => {
    expect(providerInput({ ...draftOf(settings), cap: '2,500 000' }).monthly_token_cap).toBe(2_500_000);
  });

  it('names what was changed', () => {
    expect(changedLabels(draftOf(settings), draftOf(settings))).toEqual([]);
    const changed = { ...draftOf(settings), apiKey: 'x', cap: '5' };
    expect(changedLabels(changed, draftOf(settings))).toEqual(['API key', 'Tokens a month']);
  });

  it('says what is missing or no number', () => {
    const draft = draftOf(settings);
    expect(providerFaults(draft)).toEqual({});
    expect(Object.keys(providerFaults({ ...draft, model: ' ', cap: 'many' }))).toEqual(['model', 'cap']);
    expect(Object.keys(providerFaults({ ...draft, provider: 'openai-compatible' }))).toEqual(['baseUrl']);
  });
});
