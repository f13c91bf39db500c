/** What stands in the empty input (spec §2). */
export function inputPlaceholder({
  hasMessages,
  hasSnippets,
}: {
  hasMessages: boolean;
  hasSnippets: boolean;
}): string {
  if (hasSnippets) return 'Ask a question or make a change...';
  return hasMessages ? 'Reply to the assistant...' : 'Chat to Postgres...';
}
