/** What pages of one browser tell each other about snippets. */
export interface SnippetNews {
  projectRef: string;
  /** The snippet whose text or facts changed; null when it is about the lists only. */
  id: string | null;
}

// Absent in very old browsers and in tests: then other pages learn of it when they are looked at.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('basalt-snippets');

export function tellOtherPages(news: SnippetNews): void {
  channel?.postMessage(news);
}

export function onSnippetNews(listener: (news: SnippetNews) => void): () => void {
  const hear = ({ data }: MessageEvent<SnippetNews>) => listener(data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
