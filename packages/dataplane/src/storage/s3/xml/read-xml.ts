import { XMLParser } from 'fast-xml-parser';
import { S3Error } from '../errors/s3-error.ts';

/** An element as the parser gives it: a text, or its children by name, each as a list. */
export type Element = Readonly<Record<string, readonly unknown[]>>;

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
  isArray: () => true,
  maxNestedTags: 10,
});

/** The root of a document. @throws {S3Error} MalformedXML */
export function readXml(body: Buffer, root: string): Element {
  const text = body.toString('utf8');
  // Nobody needs definitions, and with them a small text grows without end.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw malformedXml();
  try {
    const [found] = (parser.parse(text, true) as Element)[root] ?? [];
    if (typeof found === 'object' && found !== null) return found as Element;
  } catch {
    // Said below.
  }
  throw malformedXml();
}

/** The text of a child, null when there is none. */
export function textIn(element: unknown, name: string): string | null {
  const value = childrenOf(element, name)[0];
  return typeof value === 'string' ? value : null;
}

export function childrenOf(element: unknown, name: string): readonly unknown[] {
  if (typeof element !== 'object' || element === null) return [];
  return (element as Element)[name] ?? [];
}

export const malformedXml = () =>
  new S3Error('MalformedXML', 'The XML of the request is not well-formed or not what was expected.');
