import { AI_STREAM_PATHS, type AiCompletionRequest } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orpc } from '../api/client.ts';
import type { AiLanguage, AiPort } from './ai-port.ts';
import { withoutFence } from './without-fence.ts';

/** Whether a model can be asked about a project, and why not. */
export function useAiAvailability(projectRef: string) {
  return useQuery({
    ...orpc.assistant.checkApiKey.queryOptions({ input: { projectRef } }),
    staleTime: 60_000,
    retry: false,
  });
}

const NO_MODEL = 'No AI provider is set up. Choose one in the settings of the organization.';

/** The model of a project's organization, for texts in one language. */
export function useAiPort(projectRef: string, language: AiLanguage): AiPort {
  const { data } = useAiAvailability(projectRef);
  const unavailable = data === undefined || data.hasKey ? null : (data.message ?? NO_MODEL);
  return useMemo(
    () => ({
      unavailable,
      complete: async (request, signal) => {
        const body: AiCompletionRequest = { projectRef, completionMetadata: { ...request, language } };
        const response = await fetch(AI_STREAM_PATHS.complete, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal,
        });
        if (!response.ok) throw new Error(await sentenceOf(response));
        return withoutFence(await response.text());
      },
    }),
    [projectRef, language, unavailable],
  );
}

/** The server's sentence; empty when it said none. */
async function sentenceOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : '';
}
