import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { RestError } from '../errors/rest-error.ts';
import { parseBody } from '../request/body/parse-body.ts';
import { asBuffer, type BodyResult, type BodyTask, handedOver } from './body-messages.ts';

// It inherits the priority of the thread that every request passes through. A large body may take its time, and the databases
// must not wait for it. Only Linux counts each thread by itself.
if (process.platform === 'linux')
  try {
    setPriority(0);
  } catch {
    // It is below the usual already, and may not be raised.
  }

// The thread of a LargeBodyReader: reads one body after the other. Anything but a refusal ends it.
parentPort?.on('message', (task: BodyTask) => {
  const result = read(task);
  const bytes = result.kind === 'read' && result.body.kind !== 'raw' ? result.body.text : null;
  parentPort?.postMessage(result, handedOver(bytes));
});

function read({ bytes, contentType, rules }: BodyTask): BodyResult {
  try {
    return { kind: 'read', body: parseBody(asBuffer(bytes), contentType, rules) };
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    const { status, code, message, details, hint, headers } = error;
    return { kind: 'refused', error: { status, code, message, details, hint, headers } };
  }
}
