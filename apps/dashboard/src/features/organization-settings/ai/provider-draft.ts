import type { AiProvider, AiProviderInput, AiProviderSettings } from '@basalt/contract';

/** The fields of the form as they are typed. */
export interface ProviderDraft {
  provider: AiProvider;
  baseUrl: string;
  model: string;
  apiKey: string;
  cap: string;
  inputPrice: string;
  outputPrice: string;
}

const EMPTY: ProviderDraft = {
  provider: 'openai',
  baseUrl: '',
  model: '',
  apiKey: '',
  cap: '',
  inputPrice: '',
  outputPrice: '',
};

/** What stands in the form at first. What the operator has set up is not the organization's to change. */
export function draftOf(settings: AiProviderSettings): ProviderDraft {
  if (settings.source !== 'organization') return EMPTY;
  return {
    provider: settings.provider ?? EMPTY.provider,
    baseUrl: settings.base_url ?? '',
    model: settings.model ?? '',
    apiKey: '',
    cap: textOf(settings.monthly_token_cap),
    inputPrice: textOf(settings.input_price),
    outputPrice: textOf(settings.output_price),
  };
}

/** What is sent. A key that was not typed stays as it is. */
export function providerInput(draft: ProviderDraft): AiProviderInput {
  return {
    provider: draft.provider,
    base_url: draft.baseUrl.trim() === '' ? null : draft.baseUrl.trim(),
    model: draft.model.trim(),
    ...(draft.apiKey.trim() === '' ? {} : { api_key: draft.apiKey.trim() }),
    monthly_token_cap: numberOf(draft.cap),
    input_price: numberOf(draft.inputPrice),
    output_price: numberOf(draft.outputPrice),
  };
}

/** What the fields are called. */
export const PROVIDER_LABELS: Readonly<Record<keyof ProviderDraft, string>> = {
  provider: 'Provider',
  model: 'Model',
  baseUrl: 'Address',
  apiKey: 'API key',
  cap: 'Tokens a month',
  inputPrice: 'Price of a million tokens in, $',
  outputPrice: 'Price of a million tokens out, $',
};

const FIELDS = Object.keys(PROVIDER_LABELS) as (keyof ProviderDraft)[];

/** The labels of the fields that differ. */
export function changedLabels(draft: ProviderDraft, saved: ProviderDraft): string[] {
  return FIELDS.filter((field) => draft[field] !== saved[field]).map((field) => PROVIDER_LABELS[field]);
}

/** What keeps a draft from being saved, by field. Whether the key is needed only the server knows. */
export function providerFaults(draft: ProviderDraft): Partial<Record<keyof ProviderDraft, string>> {
  const needsAddress = draft.provider === 'openai-compatible' && draft.baseUrl.trim() === '';
  return {
    ...(draft.model.trim() === '' ? { model: 'Enter the name of the model.' } : {}),
    ...(needsAddress ? { baseUrl: 'Enter the address of the server.' } : {}),
    ...Object.fromEntries(
      (['cap', 'inputPrice', 'outputPrice'] as const)
        .filter((field) => Number.isNaN(numberOf(draft[field])))
        .map((field) => [field, 'Enter a number.']),
    ),
  };
}

const textOf = (value: number | null) => (value === null ? '' : String(value));

/** Spaces and separators of thousands are how people write such numbers. */
function numberOf(text: string): number | null {
  const plain = text.replace(/[\s,_]/g, '');
  return plain === '' ? null : Number(plain);
}
