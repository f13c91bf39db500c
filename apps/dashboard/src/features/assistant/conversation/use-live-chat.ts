import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { orpc } from '../../../api/client.ts';
import { type ChatView, LiveChat } from './live-chat.ts';

/** Chats that were opened since the dashboard was: an answer goes on when another page or chat is shown. */
const opened = new Map<string, LiveChat>();

export function forgetChat(id: string): void {
  opened.delete(id);
}

/** A chat with what is in it now. */
export function useLiveChat(projectRef: string, id: string): { chat: LiveChat; view: ChatView } {
  const queries = useQueryClient();
  const chat = useMemo(() => {
    const known = opened.get(id) ?? new LiveChat(id, projectRef);
    opened.set(id, known);
    return known;
  }, [projectRef, id]);
  useEffect(() => {
    chat.onChange(
      () =>
        void queries.invalidateQueries({
          queryKey: orpc.assistantChats.list.key({ input: { ref: projectRef } }),
        }),
    );
    void chat.load();
  }, [chat, queries, projectRef]);
  const view = useSyncExternalStore(chat.subscribe, () => chat.view);
  return { chat, view };
}
