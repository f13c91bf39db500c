import { AI_STREAM_PATHS, type AiChatRequest, type AiMessage } from '@basalt/contract';
import { AbstractChat, type ChatState, type ChatStatus, DefaultChatTransport } from 'ai';
import { api } from '../../../api/client.ts';
import type { AttachedSnippet } from '../../../lib/ask-assistant.ts';
import { type ChatMessage, newMessageId, questionParts } from './chat-message.ts';

const STOP_ATTEMPTS = 20;
const STOP_AGAIN_MS = 100;

/** What the panel shows of a chat. */
export interface ChatView {
  messages: readonly ChatMessage[];
  status: ChatStatus;
  error: Error | undefined;
  /** `loading` until the server has told what is in it; `failed`: it could not be read. */
  loading: 'loading' | 'failed' | 'loaded';
  /** Earlier messages are on the server. */
  hasMore: boolean;
  /** A question that the server did not take: it belongs back into the input. */
  returned: string | null;
}

/** What goes along with a question, as things stand when it is sent. */
export type Surroundings = Pick<AiChatRequest, 'schemas' | 'schema' | 'table' | 'includeSchemaMetadata'>;

/**
 * A chat that goes on while the panel is closed or shows another one. The server has all of it; an answer that was being written
 * is taken up where it is.
 */
export class LiveChat extends AbstractChat<ChatMessage> {
  readonly projectRef: string;
  readonly #view: ObservedView;
  #surroundings: Surroundings = {};
  #snippets: readonly AttachedSnippet[] = [];
  #onChange: () => void = () => {};

  constructor(id: string, projectRef: string) {
    const view = new ObservedView();
    super({
      id,
      state: view,
      generateId: newMessageId,
      transport: new DefaultChatTransport<ChatMessage>({
        api: AI_STREAM_PATHS.generate,
        prepareSendMessagesRequest: ({ messages, trigger, messageId }) => ({
          body: this.#request(messages, trigger, messageId),
        }),
        prepareReconnectToStreamRequest: () => ({ api: AI_STREAM_PATHS.resume(id) }),
      }),
      onFinish: ({ isError }) => {
        if (isError) void this.#settle();
        this.#onChange();
      },
    });
    this.projectRef = projectRef;
    this.#view = view;
  }

  get view(): ChatView {
    return this.#view.current;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener);

  /** Called when an answer has ended, or the server has another idea of the chat. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Sends a question; nothing when it is empty or an answer is under way (spec §5). */
  ask(text: string, surroundings: Surroundings, snippets: readonly AttachedSnippet[] = []): boolean {
    if ((text.trim() === '' && snippets.length === 0) || this.isBusy) return false;
    this.#surroundings = surroundings;
    this.#snippets = snippets;
    this.#view.change({ returned: null });
    void this.sendMessage({ parts: questionParts(text, snippets) });
    return true;
  }

  /** Writes a question anew; what came after it is dropped. */
  rewrite(messageId: string, text: string, surroundings: Surroundings): void {
    if (text.trim() === '' || this.isBusy) return;
    this.#surroundings = surroundings;
    this.#snippets = [];
    void this.sendMessage({ parts: questionParts(text, []), messageId });
  }

  answerAnew(surroundings: Surroundings): void {
    if (this.isBusy) return;
    this.#surroundings = surroundings;
    void this.regenerate();
  }

  get isBusy(): boolean {
    return this.status === 'submitted' || this.status === 'streaming';
  }

  /** Ends the answer, here and on the server. What was written of it stays. */
  async halt(): Promise<void> {
    // Pressed at once, it comes before the server has the question: there is nothing to stop yet, and an answer would go on unseen.
    for (let attempt = 0; attempt < STOP_ATTEMPTS && this.isBusy; attempt++) {
      const { stopped } = await api.assistant.stop({ chat_id: this.id }).catch(() => ({ stopped: false }));
      if (stopped) break;
      await new Promise((resolve) => setTimeout(resolve, STOP_AGAIN_MS));
    }
    await this.stop();
    await this.load();
  }

  /** Reads the newest messages, and takes up an answer that is being written. */
  async load(): Promise<void> {
    if (this.isBusy) return;
    try {
      const read = await api.assistantChats.messages({ ref: this.projectRef, chat_id: this.id });
      if (this.isBusy) return;
      const kept = read.messages.map(shown);
      this.messages = read.is_answering ? kept.filter((message) => !isBeingWritten(message)) : kept;
      this.#view.change({ loading: 'loaded', hasMore: read.has_more });
      if (!read.is_answering) return;
      await this.resumeStream();
      // It ended in the meantime, or was stopped elsewhere, which the stream does not say.
      const last = this.lastMessage;
      if (!this.isBusy && (last?.role !== 'assistant' || isBeingWritten(last))) await this.#reread();
    } catch (error) {
      // A chat that nobody has written in is not on the server yet.
      if ((error as { status?: number }).status === 404)
        this.#view.change({ loading: 'loaded', hasMore: false });
      else this.#view.change({ loading: 'failed' });
    }
  }

  /** Reads what was said before. */
  async loadEarlier(): Promise<void> {
    const [first] = this.messages;
    if (first === undefined || !this.view.hasMore) return;
    const read = await api.assistantChats.messages({
      ref: this.projectRef,
      chat_id: this.id,
      before: first.id,
    });
    this.messages = [...read.messages.map(shown), ...this.messages];
    this.#view.change({ hasMore: read.has_more });
  }

  /** Puts messages at the end that no model wrote. */
  async append(pair: readonly { role: 'user' | 'assistant'; text: string }[]): Promise<void> {
    const messages = pair.map(({ role, text }) => ({
      id: newMessageId(),
      role,
      parts: [{ type: 'text' as const, text }],
    }));
    await api.assistantChats.create({ ref: this.projectRef, id: this.id });
    const kept = await api.assistantChats.append({ ref: this.projectRef, chat_id: this.id, messages });
    this.messages = [...this.messages, ...kept.messages.map(shown)];
    this.#onChange();
  }

  async clear(): Promise<void> {
    await this.stop();
    await api.assistantChats.clear({ ref: this.projectRef, chat_id: this.id });
    this.clearError();
    this.messages = [];
    this.#view.change({ hasMore: false });
    this.#onChange();
  }

  /** Keeps the rows that a query of a message has answered, here and on the server. */
  keepResult(messageId: string, resultId: string, rows: Record<string, unknown>[]): void {
    this.messages = this.messages.map((message) =>
      message.id !== messageId || message.metadata === undefined
        ? message
        : {
            ...message,
            metadata: {
              ...message.metadata,
              results: { ...message.metadata.results, [resultId]: rows },
            },
          },
    );
    const place = { ref: this.projectRef, chat_id: this.id, message_id: messageId, result_id: resultId };
    // Losing it costs one more run.
    void api.assistantChats.keepResult({ ...place, rows }).catch(() => undefined);
  }

  takeReturned(): void {
    this.#view.change({ returned: null });
  }

  #request(
    messages: readonly ChatMessage[],
    trigger: 'submit-message' | 'regenerate-message',
    messageId: string | undefined,
  ): AiChatRequest {
    const common = { chatId: this.id, projectRef: this.projectRef, trigger, ...this.#surroundings };
    if (trigger === 'regenerate-message') return common;
    const question = messages.at(-1);
    const [words] = question?.parts ?? [];
    return {
      ...common,
      ...(messageId === undefined ? {} : { messageId }),
      message: {
        id: question?.id ?? newMessageId(),
        role: 'user',
        parts: [{ type: 'text', text: words?.type === 'text' ? words.text : '' }],
      },
      ...(this.#snippets.length === 0 ? {} : { snippets: [...this.#snippets] }),
    };
  }

  /** After an error: a question that the server has not taken goes back to where it was written. */
  async #settle(): Promise<void> {
    const last = this.lastMessage;
    if (last?.role !== 'user') return;
    const kept = await api.assistantChats
      .messages({ ref: this.projectRef, chat_id: this.id, limit: 4 })
      .catch((error: { status?: number }) => (error.status === 404 ? { messages: [] } : null));
    if (kept === null || kept.messages.some(({ id }) => id === last.id)) return;
    const [words] = last.parts;
    this.messages = this.messages.slice(0, -1);
    this.#view.change({ returned: words?.type === 'text' ? words.text : null });
  }

  async #reread(): Promise<void> {
    const read = await api.assistantChats.messages({ ref: this.projectRef, chat_id: this.id });
    this.messages = read.messages.map(shown);
    this.#view.change({ hasMore: read.has_more });
  }
}

const shown = (message: AiMessage): ChatMessage => message as ChatMessage;

function isBeingWritten({ role, metadata }: ChatMessage): boolean {
  return role === 'assistant' && metadata?.state === 'streaming';
}

/** The state of a chat as React reads it: told at most once for each frame, however many words come. */
class ObservedView implements ChatState<ChatMessage> {
  current: ChatView = {
    messages: [],
    status: 'ready',
    error: undefined,
    loading: 'loading',
    hasMore: false,
    returned: null,
  };
  readonly #listeners = new Set<() => void>();
  #next: ChatView = this.current;
  #isDue = false;

  get messages(): ChatMessage[] {
    return this.#next.messages as ChatMessage[];
  }
  set messages(messages: ChatMessage[]) {
    this.change({ messages });
  }
  get status(): ChatStatus {
    return this.#next.status;
  }
  set status(status: ChatStatus) {
    this.change({ status });
  }
  get error(): Error | undefined {
    return this.#next.error;
  }
  set error(error: Error | undefined) {
    this.change({ error });
  }
  pushMessage = (message: ChatMessage) => this.change({ messages: [...this.messages, message] });
  popMessage = () => this.change({ messages: this.messages.slice(0, -1) });
  replaceMessage = (index: number, message: ChatMessage) =>
    this.change({
      // A copy, since what is written into goes on changing.
      messages: this.messages.with(index, { ...message, parts: [...message.parts] }),
    });
  snapshot = <T>(thing: T): T => structuredClone(thing);

  change(change: Partial<ChatView>): void {
    this.#next = { ...this.#next, ...change };
    if (this.#isDue) return;
    this.#isDue = true;
    const tell = () => {
      this.#isDue = false;
      this.current = this.#next;
      for (const listener of this.#listeners) listener();
    };
    // A page that is not seen paints nothing.
    if (document.hidden) setTimeout(tell);
    else requestAnimationFrame(tell);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
