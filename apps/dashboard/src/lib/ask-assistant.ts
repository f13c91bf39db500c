import { sharedValue } from './shared-value.ts';

/** SQL or code that goes along with a message. */
export interface AttachedSnippet {
  name?: string;
  content: string;
}

/** What a page hands to the assistant. */
export interface AssistantQuestion {
  /** Stands in the input, to be sent or changed. */
  prompt: string;
  snippets?: readonly AttachedSnippet[];
  /** Begins a chat of this name; without it the question belongs to the one that is open. */
  newChatName?: string;
  /** The chat that was begun for it. */
  chatId?: string;
  /** In place of the quickstarts, in an empty chat. */
  suggestions?: { title: string; prompts: readonly { label: string; prompt: string }[] };
}

/** The question that waits for the panel. */
export const assistantQuestion = sharedValue<AssistantQuestion | null>(null);

/** Opens the assistant with a question. */
export function askAssistant(question: AssistantQuestion): void {
  assistantQuestion.set(question);
}
