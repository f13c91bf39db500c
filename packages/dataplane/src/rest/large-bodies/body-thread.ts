import { parentPort } from 'node:worker_threads';
import { takeUsualPriority } from '../../threads/take-usual-priority.ts';
import { RestError } from '../errors/rest-error.ts';
import { parseBody } from '../request/body/parse-body.ts';
import { asBuffer, type BodyResult, type BodyTask, handedOver } from './body-messages.ts';

// A large body may take its time.
takeUsualPriority();

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
