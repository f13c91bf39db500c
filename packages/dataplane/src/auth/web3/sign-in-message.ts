/** The chains whose wallets people sign in with, as their messages are headed. */
export type Web3Chain = 'ethereum' | 'solana';

/** What a wallet signed: a message of EIP-4361, or of its sibling for Solana. */
export interface SignInMessage {
  /** Host, with port if any. */
  domain: string;
  /** As it is written. */
  address: string;
  statement: string | null;
  uri: URL;
  /** Of Ethereum a positive number, of Solana a network or nothing. */
  chainId: string | null;
  issuedAt: Date;
  expirationTime: Date | null;
  notBefore: Date | null;
}

/** What is wrong with a text that should be such a message, in words for its sender. */
export class MessageProblem extends Error {
  override readonly name = 'MessageProblem';
}

const SHORTEST = 64;
const LONGEST = 20_480;
const TITLES: Readonly<Record<Web3Chain, string>> = { ethereum: 'Ethereum', solana: 'Solana' };
const FIELDS: readonly string[] = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
];
/** `localhost` or a name with dots, never numbers only, with a port if any. */
const DOMAIN =
  /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])(?::\d{1,5})?$/i;
const RESOURCES = /^Resources:?$/;
const ETHEREUM_ADDRESS = /^0x[0-9a-f]{40}$/i;
const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const CHAIN_NUMBER = /^[1-9]\d{0,77}$/;
const SOLANA_NETWORK = /^(?:solana:)?(?:main|dev|test|local)net$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

/**
 * Reads the text that a wallet signed. Every line has its place, so that one text cannot be read in two ways.
 * @throws {MessageProblem}
 */
export function readSignInMessage(chain: Web3Chain, text: string): SignInMessage {
  const size = Buffer.byteLength(text);
  if (size < SHORTEST || size > LONGEST)
    throw new MessageProblem(`message must have ${SHORTEST} to ${LONGEST} bytes`);
  const [heading = '', address = '', blank, ...rest] = text.split('\n');
  const domain = readHeading(chain, heading);
  checkAddress(chain, address);
  if (blank !== '') throw new MessageProblem('an empty line must follow the address');
  const { statement, lines } = takeStatement(rest);
  const fields = readFields(lines);
  const chainId = fields.get('Chain ID') ?? null;
  checkChain(chain, chainId);
  if (fields.get('Version') !== '1') throw new MessageProblem('Version must be 1');
  const issuedAt = readTime(fields, 'Issued At');
  if (issuedAt === null) throw new MessageProblem('Issued At is missing');
  return {
    domain,
    address,
    statement,
    uri: readUri(fields.get('URI')),
    chainId,
    issuedAt,
    expirationTime: readTime(fields, 'Expiration Time'),
    notBefore: readTime(fields, 'Not Before'),
  };
}

function readHeading(chain: Web3Chain, line: string): string {
  const end = ` wants you to sign in with your ${TITLES[chain]} account:`;
  if (!line.endsWith(end)) throw new MessageProblem(`the first line must end with "${end.trim()}"`);
  const domain = line.slice(0, -end.length);
  if (domain.length > 260 || !DOMAIN.test(domain))
    throw new MessageProblem('the domain in the first line must be a host name, without a scheme');
  return domain;
}

function checkAddress(chain: Web3Chain, address: string): void {
  const form = chain === 'ethereum' ? ETHEREUM_ADDRESS : SOLANA_ADDRESS;
  if (!form.test(address)) throw new MessageProblem('the second line must be the address of the account');
}

function checkChain(chain: Web3Chain, id: string | null): void {
  const fits = chain === 'ethereum' ? CHAIN_NUMBER.test(id ?? '1') : id === null || SOLANA_NETWORK.test(id);
  if (!fits) throw new MessageProblem('Chain ID is not one of this chain');
}

/** What stands between two empty lines is the statement. Without one there may be a second empty line (EIP-4361) or not. */
function takeStatement(rest: readonly string[]): { statement: string | null; lines: readonly string[] } {
  const [first, second] = rest;
  if (first === '') return { statement: null, lines: rest.slice(1) };
  if (second === '') return { statement: first ?? null, lines: rest.slice(2) };
  return { statement: null, lines: rest };
}

function readFields(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const end = lines.findIndex((line) => RESOURCES.test(line));
  const resources = end === -1 ? [] : lines.slice(end + 1);
  for (const line of end === -1 ? lines : lines.slice(0, end)) {
    const [, name = '', value = ''] = /^([A-Za-z ]+): (.+)$/.exec(line) ?? [];
    if (!FIELDS.includes(name)) throw new MessageProblem('a line is none of the fields of a message');
    if (fields.has(name)) throw new MessageProblem(`${name} is there twice`);
    fields.set(name, value);
  }
  if (!resources.every((line) => line.startsWith('- ') && URL.canParse(line.slice(2))))
    throw new MessageProblem('every resource must be "- " and an address');
  return fields;
}

function readUri(text: string | undefined): URL {
  const uri = text === undefined ? null : URL.parse(text);
  if (uri === null) throw new MessageProblem('URI must be an address');
  return uri;
}

function readTime(fields: ReadonlyMap<string, string>, name: string): Date | null {
  const text = fields.get(name);
  if (text === undefined) return null;
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime()))
    throw new MessageProblem(`${name} must be a time such as 2030-01-31T12:00:00Z`);
  return time;
}
