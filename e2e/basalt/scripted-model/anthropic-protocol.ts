import type { ServerResponse } from 'node:http';
import { type ModelReply, pause, piecesOf } from './model-reply.ts';

const HEAD = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted' };

/** A reply as the messages API tells it. */
export async function writeAnthropic(
  response: ServerResponse,
  reply: ModelReply,
  streams: boolean,
): Promise<void> {
  const calls = (reply.tools ?? []).map(({ name, input }, index) => ({
    id: `toolu_${index}_${Math.random().toString(36).slice(2)}`,
    name,
    input,
    json: (index === 0 && reply.rawInput) || JSON.stringify(input),
  }));
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  const pieces = piecesOf(reply);
  if (!streams) {
    const content = [
      ...(pieces.length > 0 ? [{ type: 'text', text: pieces.join('') }] : []),
      ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
    ];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...HEAD,
        content,
        stop_reason,
        stop_sequence: null,
        usage: { input_tokens: 120, output_tokens: 30 },
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send('message_start', {
    message: {
      ...HEAD,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 120, output_tokens: 1 },
    },
  });
  let index = 0;
  if (pieces.length > 0) {
    send('content_block_start', { index, content_block: { type: 'text', text: '' } });
    for (const [at, text] of pieces.entries()) {
      if (reply.breaksAfter === at) return void response.destroy();
      if (reply.hangsAfter === at) return;
      if (reply.pause) await pause(reply.pause);
      send('content_block_delta', { index, delta: { type: 'text_delta', text } });
    }
    if (reply.breaksAfter !== undefined) return void response.destroy();
    send('content_block_stop', { index });
    index += 1;
  }
  if (reply.garbage !== undefined) response.write(`event: content_block_delta\ndata: ${reply.garbage}\n\n`);
  for (const { id, name, json } of calls) {
    send('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
    const half = Math.ceil(json.length / 2);
    for (const partial_json of [json.slice(0, half), json.slice(half)])
      send('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } });
    send('content_block_stop', { index });
    index += 1;
  }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 30 } });
  send('message_stop');
  response.end();
}
