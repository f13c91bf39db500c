import type { AiChat } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { type Persisted, usePersisted } from '../../../lib/persisted.ts';
import { showToast } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { forgetChat } from '../conversation/use-live-chat.ts';

const currentChat: Persisted<string> = {
  topic: 'assistant-chat',
  fallback: '',
  parse: (stored) => (typeof stored === 'string' ? stored : null),
};

/** The chats of a project, and which one is open: the one that was, else the newest, else one that begins with the first message. */
export function useChats(projectRef: string) {
  const queries = useQueryClient();
  const list = useQuery(orpc.assistantChats.list.queryOptions({ input: { ref: projectRef } }));
  const [remembered, remember] = usePersisted(currentChat, projectRef);
  const [fresh] = useState(() => crypto.randomUUID());
  const chats: readonly AiChat[] = useMemo(() => list.data?.chats ?? [], [list.data]);
  const found = chats.find(({ id }) => id === remembered) ?? chats[0];
  const currentId = found?.id ?? fresh;
  const refresh = useCallback(
    () =>
      queries.invalidateQueries({ queryKey: orpc.assistantChats.list.key({ input: { ref: projectRef } }) }),
    [queries, projectRef],
  );
  const renaming = useAction({
    mutation: orpc.assistantChats.rename.mutationOptions(),
    failed: (message) => `Failed to rename chat: ${message}`,
    onDone: refresh,
  });
  const deleting = useAction({
    mutation: orpc.assistantChats.delete.mutationOptions(),
    failed: (message) => `Failed to delete chat: ${message}`,
    onDone: refresh,
  });
  const creating = useAction({
    mutation: orpc.assistantChats.create.mutationOptions(),
    failed: (message) => `Failed to create chat: ${message}`,
  });

  return {
    isLoading: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
    chats,
    current: found ?? null,
    currentId,
    open: remember,
    /** Begins a chat and opens it. Gives its id, nothing when that failed. */
    create: async (name?: string): Promise<string | undefined> => {
      const made = await creating.run({ ref: projectRef, ...(name === undefined ? {} : { name }) });
      if (made === undefined) return undefined;
      await refresh();
      remember(made.id);
      return made.id;
    },
    rename: (chatId: string, name: string) => renaming.run({ ref: projectRef, chat_id: chatId, name }),
    remove: async (chatId: string): Promise<void> => {
      if (chats.length < 2)
        return void showToast('notice', 'The last chat stays. Clear its messages instead.');
      forgetChat(chatId);
      await deleting.run({ ref: projectRef, chat_id: chatId });
    },
  };
}

export type Chats = ReturnType<typeof useChats>;
