import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { AnswerWay } from '../../gateway/gateway-service.ts';
import { ByteBudget, type ByteBudgetLimits } from '../../project/byte-budget.ts';
import type { Answer } from './answer.ts';

const MB = 1024 * 1024;

export interface HeldAnswersLimits extends ByteBudgetLimits {
  /** Smaller ones go out at once: the system takes them off our hands. */
  largeBytes: number;
  /** A client that takes nothing for so long is not waited for. */
  stallMs: number;
}

const LIMITS: HeldAnswersLimits = {
  largeBytes: 256 * 1024,
  maxBytes: 512 * MB,
  maxProjectBytes: 256 * MB,
  stallMs: 30_000,
};

/** Counts large answers until they are sent. Whoever asks and does not read would otherwise fill the memory. */
export class HeldAnswers {
  readonly #limits: HeldAnswersLimits;
  readonly #budget: ByteBudget;

  constructor(limits: Partial<HeldAnswersLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#budget = new ByteBudget(this.#limits);
  }

  /** Counts an answer that is about to be sent. False when there is no room for it. */
  hold(ref: string, bytes: number, way: AnswerWay): boolean {
    const { largeBytes, stallMs } = this.#limits;
    if (bytes < largeBytes) return true;
    // One alone always fits: it is here already.
    if (this.#budget.heldBy(ref) > 0 && !this.#budget.fits(ref, bytes)) return false;
    this.#budget.count(ref, bytes);
    way.once('close', () => this.#budget.count(ref, -bytes));
    // The server ends a connection on which nothing moves for so long.
    way.setTimeout(stallMs);
    return true;
  }
}

/** By which headers of a request answers of the Data API differ. */
export const VARY = 'Accept, Prefer, Range';
/** A longer body is not copied just to save a system call. */
const MAX_JOINED_BYTES = 64 * 1024;

/** Sends an answer. Most are short, and for them one system call instead of two is a tenth of all that a request costs. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, headers, body } = answer;
  if (Buffer.isBuffer(body) && body.length <= MAX_JOINED_BYTES) return sendJoined(reply, answer, body);
  if (answer.reason !== undefined) reply.raw.statusMessage = answer.reason;
  reply.code(status).header('vary', VARY).headers(headers);
  // An empty text would be given a content type, and null be sent as JSON.
  return reply.send(body === null || body === '' ? undefined : body);
}

/** Node writes head and body at once when the body is text: as latin1, where each byte is one character and stays itself. */
function sendJoined(reply: FastifyReply, { status, headers }: Answer, body: Buffer): FastifyReply {
  reply.hijack();
  const all = Object.assign(reply.getHeaders(), { vary: VARY }, headers, { 'content-length': body.length });
  reply.raw.writeHead(status, all as OutgoingHttpHeaders);
  reply.raw.end(body.toString('latin1'), 'latin1');
  return reply;
}
