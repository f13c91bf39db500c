/** So many messages are left out of sight together. */
const GROUP = 20;

/**
 * Messages in groups, so that a page of a thousand of them lays out the few groups that are in sight. A message stays in its group while
 * others come before and after it.
 * @param starts ids of the messages that begin a group: kept from one call to the next, and added to
 */
export function groupMessages<Message extends { id: string }>(
  messages: readonly Message[],
  starts: Set<string>,
): Message[][] {
  const groups: Message[][] = [];
  for (const message of messages) {
    const group = groups.at(-1);
    if (group === undefined || group.length === GROUP || starts.has(message.id)) {
      starts.add(message.id);
      groups.push([message]);
    } else group.push(message);
  }
  return groups;
}
