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

export function isSameDraft(a: ProviderDraft, b: ProviderDraft): boolean {
  return (Object.keys(EMPTY) as (keyof ProviderDraft)[]).every((field) => a[field] === b[field]);
}

const textOf = (value: number | null) => (value === null ? '' : String(value));

/** Spaces and separators of thousands are how people write such numbers. */
function numberOf(text: string): number | null {
  const plain = text.replace(/[\s,_]/g, '');
  return plain === '' ? null : Number(plain);
}
