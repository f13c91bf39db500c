import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './conversation.module.css';
import type { ChatView, LiveChat, Surroundings } from './live-chat.ts';
import { groupMessages } from './message-groups.ts';
import { MessageView } from './message-view.tsx';
import { followsAfterScroll, type ScrollPlace } from './stick-to-bottom.ts';
import { streamErrorText } from './stream-error.ts';

interface ConversationProps {
  chat: LiveChat;
  view: ChatView;
  surroundings: Surroundings;
  /** Nothing can be asked, because nobody would answer. */
  isOff: boolean;
  /** In place of messages, while there are none. */
  children: ReactNode;
}

/** The messages of a chat. It follows the answer that is written, unless somebody scrolls up. */
export function Conversation({ chat, view, surroundings, isOff, children }: ConversationProps) {
  const { messages, status, error, hasMore } = view;
  const isBusy = status === 'submitted' || status === 'streaming';
  const frame = useRef<HTMLDivElement>(null);
  const { follows, toEnd } = useStickToBottom(frame, chat.id, messages.length > 0);
  const isLoading = useRef(false);
  const [starts] = useState(() => new Set<string>());

  const latest = useRef(surroundings);
  latest.current = surroundings;
  const onRows = useCallback(
    (messageId: string, resultId: string, rows: Record<string, unknown>[]) =>
      chat.keepResult(messageId, resultId, rows),
    [chat],
  );
  const onRewrite = useCallback(
    (messageId: string, text: string) => chat.rewrite(messageId, text, latest.current),
    [chat],
  );
  const onAnswerAnew = useCallback(() => chat.answerAnew(latest.current), [chat]);

  /** Earlier messages come in above, and what is read stays where it is. */
  async function loadEarlier() {
    const element = frame.current;
    if (element === null || isLoading.current) return;
    isLoading.current = true;
    const fromEnd = element.scrollHeight - element.scrollTop;
    await chat.loadEarlier().catch(() => undefined);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        element.scrollTop = element.scrollHeight - fromEnd;
        isLoading.current = false;
      }),
    );
  }

  const last = messages.at(-1);
  const isUnanswered = last !== undefined && (last.role === 'user' || last.metadata?.state !== 'complete');
  const hasFailed = error !== undefined && !isBusy;
  return (
    <div className={classes.frame}>
      <div
        ref={frame}
        className={classes.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label="Conversation"
        onScroll={({ currentTarget }) => {
          if (hasMore && currentTarget.scrollTop < 200) void loadEarlier();
        }}
      >
        {messages.length === 0 && view.loading === 'loading' && <Skeleton height={20} lines={6} />}
        {messages.length === 0 && view.loading === 'loaded' && !isBusy && children}
        {hasMore && (
          <Button size="xs" className={classes.earlier ?? ''} onClick={() => void loadEarlier()}>
            Earlier messages
          </Button>
        )}
        {groupMessages(messages, starts).map((group) => (
          <ol key={group[0]?.id} className={classes.messages}>
            {group.map((message) => (
              <MessageView
                key={message.id}
                projectRef={chat.projectRef}
                message={message}
                isWriting={isBusy && message === last && message.role === 'assistant'}
                offersAgain={message === last && !(hasFailed && isUnanswered)}
                isLocked={isBusy || isOff}
                onRows={onRows}
                onRewrite={onRewrite}
                onAnswerAnew={onAnswerAnew}
              />
            ))}
          </ol>
        ))}
        {isBusy && (last?.role !== 'assistant' || last.parts.length === 0) && (
          <p className={classes.thinking} role="status">
            Thinking<span aria-hidden>…</span>
          </p>
        )}
        {hasFailed && (
          <Notice
            tone="danger"
            title="The assistant could not answer"
            actions={
              isUnanswered && (
                <Button size="xs" onClick={onAnswerAnew}>
                  Try again
                </Button>
              )
            }
          >
            <p>{streamErrorText(error)}</p>
          </Notice>
        )}
      </div>
      {!follows && messages.length > 0 && (
        <button type="button" className={classes.toEnd} aria-label="Scroll to bottom" onClick={toEnd}>
          <IconArrowDown size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}

const PLACE: ScrollPlace = { scrollTop: 0, clientHeight: 0, scrollHeight: 0 };

/** Keeps the end of what scrolls in sight while it grows, as long as nobody scrolls up. A chat without messages is read from its top. */
function useStickToBottom(frame: React.RefObject<HTMLElement | null>, chatId: string, hasMessages: boolean) {
  const [follows, setFollows] = useState(true);
  const isFollowing = useRef(true);
  const hasEnd = useRef(hasMessages);
  hasEnd.current = hasMessages;
  const before = useRef(PLACE);

  const toEnd = useCallback(() => {
    const element = frame.current;
    if (element === null) return;
    isFollowing.current = true;
    setFollows(true);
    element.scrollTop = element.scrollHeight;
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat begins at its end
  useLayoutEffect(() => {
    if (hasMessages) toEnd();
  }, [toEnd, chatId, hasMessages]);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const place = () => ({
      scrollTop: element.scrollTop,
      clientHeight: element.clientHeight,
      scrollHeight: element.scrollHeight,
    });
    const scroll = () => {
      const now = place();
      isFollowing.current = followsAfterScroll(isFollowing.current, before.current, now);
      before.current = now;
      setFollows(isFollowing.current);
    };
    const grow = () => {
      if (isFollowing.current && hasEnd.current) element.scrollTop = element.scrollHeight;
    };
    const size = new ResizeObserver(grow);
    size.observe(element);
    const content = new MutationObserver(() => {
      for (const child of element.children) size.observe(child);
      grow();
    });
    content.observe(element, { childList: true });
    for (const child of element.children) size.observe(child);
    element.addEventListener('scroll', scroll, { passive: true });
    return () => {
      size.disconnect();
      content.disconnect();
      element.removeEventListener('scroll', scroll);
    };
  }, [frame]);

  return { follows, toEnd };
}
