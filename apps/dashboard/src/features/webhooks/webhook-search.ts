import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { presentParams } from '../../lib/pages/search-params.ts';

/** What the address of the page holds. */
export interface WebhookSearch {
  /** Part of a name, table or URL. */
  q?: string | undefined;
  /** `history`: what was sent, instead of the webhooks. */
  kind?: string | undefined;
  /** The number of the webhook whose details are shown. */
  open?: string | undefined;
  /** `new`: the form of a new webhook. `edit`: that of the open one. */
  act?: string | undefined;
  /** Of the history: one webhook. */
  hook?: string | undefined;
  /** The number of the request whose details are shown. */
  delivery?: string | undefined;
}

/** What the address holds, and how to change a part of it. Opening and closing can be gone back from, searching cannot. */
export function useWebhookSearch(): [WebhookSearch, (change: WebhookSearch) => void] {
  const search = useSearch({ strict: false }) as WebhookSearch;
  const navigate = useNavigate();
  const change = useCallback(
    (next: WebhookSearch) =>
      void navigate({
        to: '.',
        search: (before: WebhookSearch) => presentParams({ ...before, ...next }),
        replace: !('open' in next || 'act' in next || 'kind' in next || 'delivery' in next),
      }),
    [navigate],
  );
  return [search, change];
}
