import type { ServerResponse } from 'node:http';
import { type ModelReply, pause, piecesOf } from './model-reply.ts';

const USAGE = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 };
const HEAD = { id: 'chatcmpl-1', created: 1, model: 'scripted' };

/** A reply as chat completions tell it. */
export async function writeOpenAi(
  response: ServerResponse,
  reply: ModelReply,
  streams: boolean,
): Promise<void> {
  const calls = (reply.tools ?? []).map(({ name, input }, index) => ({
    index,
    id: `call_${index}_${Math.random().toString(36).slice(2)}`,
    type: 'function',
    function: { name, arguments: (index === 0 && reply.rawInput) || JSON.stringify(input) },
  }));
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  if (!streams) {
    const message = { role: 'assistant', content: piecesOf(reply).join(''), tool_calls: calls };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...HEAD,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason }],
        usage: USAGE,
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (data: string) => response.write(`data: ${data}\n\n`);
  const sendDelta = (delta: unknown, finish: string | null = null) =>
    send(
      JSON.stringify({
        ...HEAD,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
      }),
    );
  sendDelta({ role: 'assistant', content: '' });
  for (const [index, content] of piecesOf(reply).entries()) {
    if (reply.breaksAfter === index) return void response.destroy();
    if (reply.hangsAfter === index) return;
    if (reply.pause) await pause(reply.pause);
    sendDelta({ content });
  }
  if (reply.breaksAfter !== undefined) return void response.destroy();
  if (reply.garbage !== undefined) send(reply.garbage);
  for (const call of calls) {
    sendDelta({ tool_calls: [{ ...call, function: { name: call.function.name, arguments: '' } }] });
    // In two parts, as models send them.
    const half = Math.ceil(call.function.arguments.length / 2);
    for (const part of [call.function.arguments.slice(0, half), call.function.arguments.slice(half)])
      if (part !== '') sendDelta({ tool_calls: [{ index: call.index, function: { arguments: part } }] });
  }
  sendDelta({}, finish_reason);
  send(JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices: [], usage: USAGE }));
  send('[DONE]');
  response.end();
}
