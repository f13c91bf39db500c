// Names are tokens and values visible text (RFC 9110 §5): anything else would let a function write into the protocol.
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
// The server frames its answers itself.
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether SQL may give this as a header of an answer at all. */
export function isHeader(name: string, value: unknown): value is string {
  return typeof value === 'string' && NAME.test(name) && VALUE.test(value);
}

/** Whether a header is about how an answer travels, which SQL has no say in. */
export function isFramingHeader(name: string): boolean {
  return FRAMING.has(name.toLowerCase());
}
