/** What a model does in one step: what it says, and the tools it calls. */
export interface ModelReply {
  text?: string;
  /** Pieces that the text comes in; default: words. */
  pieces?: readonly string[];
  tools?: readonly { name: string; input: unknown }[];
  /** Arguments of the first tool as they are sent, for those that are no JSON. */
  rawInput?: string;
  /** Milliseconds before the first piece, and between pieces. */
  delay?: number;
  pause?: number;
  /** Answers with this status and body instead. */
  status?: number;
  body?: unknown;
  /** Closes the connection after so many pieces. */
  breaksAfter?: number;
  /** Sends this in place of an event of the protocol. */
  garbage?: string;
  /** Never answers. */
  hangs?: boolean;
  /** Says nothing more after so many pieces, and stays on the line. */
  hangsAfter?: number;
}

/** The pieces of a reply's text. */
export function piecesOf({ text = '', pieces }: ModelReply): readonly string[] {
  return pieces ?? (text === '' ? [] : text.split(/(?<=\s)/));
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
