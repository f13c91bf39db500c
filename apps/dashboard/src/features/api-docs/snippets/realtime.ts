import { projectUrl } from '../../../lib/project-url.ts';
import { command, type DocsProject, type Language, type Snippet, topic } from './snippet.ts';

const NEEDS_LIBRARY =
  'Channels are kept over a WebSocket, which takes a client library: switch to JavaScript.';

/** Broadcasts, presence and changes of tables. */
export function realtimeSnippets(project: DocsProject, language: Language): Snippet[] {
  const introduction = topic('Introduction', [
    'Broadcast: messages between clients, which are kept nowhere.',
    'Presence: who is in a channel, and what they say about themselves.',
    'Postgres changes: rows of the tables of the publication supabase_realtime, to those who may read them.',
  ]);
  return [introduction, ...(language === 'js' ? jsSnippets() : bashSnippets(project))];
}

function jsSnippets(): Snippet[] {
  return [
    {
      title: 'Subscribe to channel',
      text: ['A channel has any name that the clients agree on.'],
      parts: [
        {
          name: 'Receive broadcasts',
          code: `const channel = client
  .channel('room-1')
  .on('broadcast', { event: 'cursor' }, ({ payload }) => console.log(payload))
  .subscribe()`,
        },
        {
          name: 'Send a broadcast',
          code: `const channel = client.channel('room-1')
await channel.httpSend('cursor', { x: 12, y: 34 })`,
        },
        {
          name: 'Presence',
          code: `const channel = client.channel('room-2')

channel
  .on('presence', { event: 'sync' }, () => console.log(channel.presenceState()))
  .subscribe(async (status) => {
    if (status === 'SUBSCRIBED') await channel.track({ name: 'Ada' })
  })`,
        },
        {
          name: 'Changes of all tables',
          code: `const channel = client
  .channel('all-changes')
  .on('postgres_changes', { event: '*', schema: 'public' }, (change) => console.log(change))
  .subscribe()`,
        },
      ],
    },
    topic(
      'Unsubscribe from a channel',
      ['Whoever no longer listens should say so: a server that sends to nobody has less to do.'],
      'await client.removeChannel(channel)',
    ),
    topic('Unsubscribe from all channels', [], 'await client.removeAllChannels()'),
    topic('Retrieve all channels', [], 'const channels = client.getChannels()'),
  ];
}

function bashSnippets(project: DocsProject): Snippet[] {
  const url = `${projectUrl(project)}/realtime/v1/api/broadcast`;
  return [
    {
      title: 'Subscribe to channel',
      text: [NEEDS_LIBRARY, 'Messages can be sent without one.'],
      parts: [
        command('Send a broadcast', {
          method: 'POST',
          url,
          headers: [`apikey: ${project.key}`],
          json: { messages: [{ topic: 'room-1', event: 'cursor', payload: { x: 12, y: 34 } }] },
        }),
      ],
    },
    topic('Unsubscribe from a channel', [NEEDS_LIBRARY]),
    topic('Unsubscribe from all channels', [NEEDS_LIBRARY]),
    topic('Retrieve all channels', [NEEDS_LIBRARY]),
  ];
}
