import { closeSync, constants, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { takeUsualPriority } from '../../../threads/take-usual-priority.ts';
import type { HashAnswer, HashOrder } from './hash-messages.ts';
import { type RunningTag, startTag } from './tag.ts';

takeUsualPriority();

/** Read at a time, before other files have their turn. In bytes. */
const BLOCK = 1024 * 1024;

interface Running {
  file: number;
  tag: RunningTag;
  at: number;
  /** So many bytes are written. */
  written: number;
  isComplete: boolean;
}

const block = Buffer.allocUnsafe(BLOCK);
const running = new Map<number, Running>();
let isScheduled = false;

// The thread of a FileHasher: hashes files while they are being written, a block of each in turn.
parentPort?.on('message', (order: HashOrder) => {
  try {
    take(order);
  } catch {
    fail(order.id);
  }
  schedule();
});

function take(order: HashOrder): void {
  switch (order.kind) {
    case 'begin': {
      const file = openSync(order.path, constants.O_RDONLY | constants.O_NOFOLLOW);
      running.set(order.id, { file, tag: startTag(order.tag), at: 0, written: 0, isComplete: false });
      break;
    }
    case 'written':
    case 'complete': {
      const one = running.get(order.id);
      if (one === undefined) break;
      one.written = order.bytes;
      one.isComplete = order.kind === 'complete';
      break;
    }
    case 'cancel':
      end(order.id);
  }
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    let isMore = false;
    for (const [id, one] of running) {
      try {
        isMore = advance(id, one) || isMore;
      } catch {
        fail(id);
      }
    }
    if (isMore) schedule();
  });
}

/** @returns whether there is more to read now */
function advance(id: number, one: Running): boolean {
  const wanted = Math.min(BLOCK, one.written - one.at);
  if (wanted > 0) {
    const read = readSync(one.file, block, 0, wanted, one.at);
    if (read === 0) throw new Error('The file is shorter than what was written.');
    one.tag.update(block.subarray(0, read));
    one.at += read;
  }
  if (one.at < one.written) return true;
  if (one.isComplete) {
    answer({ id, tag: one.tag.end() });
    end(id);
  }
  return false;
}

function fail(id: number): void {
  answer({ id, tag: null });
  end(id);
}

function end(id: number): void {
  const one = running.get(id);
  if (one === undefined) return;
  running.delete(id);
  closeSync(one.file);
}

function answer(message: HashAnswer): void {
  parentPort?.postMessage(message);
}
