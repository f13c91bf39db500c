import { LRUCache } from 'lru-cache';
import { type ParsedDocument, parseDocument } from './parse-document.ts';

/** Clients send the same few documents again and again. Characters of all that are kept, and of one. */
const MAX_KEPT = 2_000_000;
const MAX_LENGTH = 20_000;

/** A document says nothing of any project, so all of them share what was read. */
const documents = new LRUCache<string, ParsedDocument>({
  maxSize: MAX_KEPT,
  sizeCalculation: (_, text) => text.length + 1,
});

/** `parseDocument`, but remembered. @throws {GraphqlFailure} about the request */
export function readDocument(text: string): ParsedDocument {
  const known = documents.get(text);
  if (known !== undefined) return known;
  const parsed = parseDocument(text);
  if (text.length <= MAX_LENGTH) documents.set(text, parsed);
  return parsed;
}
