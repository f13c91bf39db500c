import type { Project } from '@basalt/contract';
import { api } from '../../api/client.ts';
import { KEY_PLACEHOLDER, usePublicKey } from '../../api/use-public-key.ts';
import { useReveal } from '../../lib/use-reveal.ts';
import { type DocsProject, SECRET_KEY_PLACEHOLDER } from './snippets/snippet.ts';

export interface DocsKeys {
  /** The project with the keys that snippets show now. */
  project: DocsProject;
  areShown: boolean;
  isFetching: boolean;
  toggle: () => void;
  /** Code as it is copied: with the publishable key, which is public, whether it is shown or not. */
  toCopy: (code: string) => string;
}

/** The keys in snippets: placeholders, and for a moment the keys themselves. */
export function useDocsKeys(project: Project): DocsKeys {
  const { ref, restUrl } = project;
  const publicKey = usePublicKey(project);
  const { state, reveal, hide } = useReveal('API keys', () => loadSecretKey(ref));
  const areShown = state.is === 'shown';
  return {
    project: {
      ref,
      restUrl,
      origin: window.location.origin,
      key: areShown ? publicKey : KEY_PLACEHOLDER,
      secretKey: areShown ? state.text : SECRET_KEY_PLACEHOLDER,
    },
    areShown,
    isFetching: state.is === 'fetching',
    toggle: () => (areShown ? hide() : void reveal()),
    toCopy: (code) => code.replaceAll(KEY_PLACEHOLDER, publicKey),
  };
}

async function loadSecretKey(ref: string): Promise<string> {
  const keys = await api.apiKeys.v1List({ ref, reveal: true });
  const key = keys.find(({ type }) => type === 'secret') ?? keys.find(({ id }) => id === 'service_role');
  return key?.api_key ?? SECRET_KEY_PLACEHOLDER;
}
