import { promisify } from 'node:util';
import { type DecryptOptions, decrypt } from 'xml-encryption';
import { AssertionProblem } from './check-assertion.ts';
import { isPlainXml, isStronglySigned } from './check-xml.ts';

const open = promisify<string, DecryptOptions, string>(decrypt);

const ENCRYPTED = /<((?:[\w.-]+:)?EncryptedAssertion)[\s>][\s\S]*<\/\1\s*>/;
const ONCE = ['EncryptedAssertion', 'EncryptedData', 'EncryptedKey'];
const METHOD = /<(?:[\w.-]+:)?EncryptionMethod\b([^<>]*)/g;
const REFERENCE = /<(?:[\w.-]+:)?RetrievalMethod\b([^<>]*)/g;
const AES =
  /\sAlgorithm\s*=\s*["']http:\/\/www\.w3\.org\/(?:2001\/04\/xmlenc#aes(?:128|256)-cbc|2009\/xmlenc11#aes(?:128|256)-gcm)["']/;
const OAEP = /\sAlgorithm\s*=\s*["']http:\/\/www\.w3\.org\/2001\/04\/xmlenc#rsa-oaep-mgf1p["']/;
const IN_DOCUMENT = /^[^'"]*\sURI\s*=\s*"#[\w.-]{1,200}"[^']*$/;

/** An answer without the assertion in it that only the project can read. */
export interface SealedAnswer {
  /** All of it, as it came. */
  xml: string;
  /** What everybody can read. */
  outside: string;
  isSealed: boolean;
}

/**
 * Takes an answer apart. One that holds something encrypted in more than one way to read it, or encrypted so that questions about it
 * give it away, is refused before any key is used.
 * @throws {AssertionProblem}
 */
export function findSealed(xml: string): SealedAnswer {
  if (!ONCE.some((name) => xml.includes(name))) return { xml, outside: xml, isSealed: false };
  const isOne = ONCE.every(
    (name) => [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}[\\s>]`, 'g'))].length === 1,
  );
  const [sealed] = ENCRYPTED.exec(xml) ?? [];
  // Comments and the like could make two readers see two different documents.
  if (!isOne || sealed === undefined || xml.includes('<!'))
    throw new AssertionProblem('it is encrypted in an unusual form');
  const methods = [...sealed.matchAll(METHOD)].map(([, attributes = '']) => attributes);
  const isGood =
    methods.length === 2 && methods.some((one) => AES.test(one)) && methods.some((one) => OAEP.test(one));
  if (!isGood) throw new AssertionProblem('it is not encrypted with AES and RSA-OAEP');
  // The library looks for it by a path that it makes of this.
  if (![...xml.matchAll(REFERENCE)].every(([, attributes = '']) => IN_DOCUMENT.test(attributes)))
    throw new AssertionProblem('it is encrypted in an unusual form');
  return { xml, outside: xml.replace(sealed, ''), isSealed: true };
}

/**
 * Checks what was encrypted as strictly as what everybody can read. It says nothing of whom it is from.
 * @param privateKey as PEM
 * @throws {AssertionProblem} the same one for whatever is wrong: whoever tries out changed texts learns nothing
 */
export async function checkSealed({ xml }: SealedAnswer, privateKey: string): Promise<void> {
  const [sealed = ''] = ENCRYPTED.exec(xml) ?? [];
  const inside = await open(sealed, { key: privateKey }).catch(() => '');
  if (inside === '' || !isPlainXml(inside) || !isStronglySigned(inside))
    throw new AssertionProblem('its signature, audience or form is not right');
}
