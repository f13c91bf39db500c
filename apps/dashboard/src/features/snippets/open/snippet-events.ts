/** A change of a snippet. The tabs of one browser send it to each other. */
export interface SnippetEvent {
  projectRef: string;
  /** The snippet whose text or facts changed; null when only the lists changed. */
  id: string | null;
}

// Very old browsers and tests have no channel. Other tabs then read the change when they get the focus.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('basalt-snippets');

export function tellOtherPages(event: SnippetEvent): void {
  channel?.postMessage(event);
}

export function onSnippetEvent(listener: (event: SnippetEvent) => void): () => void {
  const hear = ({ data }: MessageEvent<SnippetEvent>) => listener(data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
