/** How the body of an RPC came; `text-values` are forms and CSV. */
export type BodyKind = 'json' | 'text' | 'xml' | 'octet-stream' | 'text-values';
