import { XMLBuilder } from 'fast-xml-parser';

const builder = new XMLBuilder({ suppressEmptyNode: false, processEntities: true });

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
/** XML has no way at all to write these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export type XmlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | XmlValue[]
  | { [name: string]: XmlValue };

/** A document. Lists become elements of one name, null and undefined none. */
export function writeXml(root: string, content: { [name: string]: XmlValue }): string {
  const inner = builder.build(writable(content)) as string;
  const space = root === 'Error' ? '' : ` xmlns="${NAMESPACE}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${space}>${inner}</${root}>`;
}

function writable(value: XmlValue): unknown {
  if (typeof value === 'string') return value.toWellFormed().replace(UNWRITABLE, '\ufffd');
  if (Array.isArray(value)) return value.map(writable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, each]) => each !== null && each !== undefined)
        .map(([name, each]) => [name, writable(each)]),
    );
  return String(value);
}
