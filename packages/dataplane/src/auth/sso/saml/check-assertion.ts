/** An element as `xml2js` gives it: attributes in `$`, text in `_`, children in lists under their names without prefix. */
interface Element {
  $?: Record<string, string>;
  _?: string;
  [child: string]: unknown;
}

/** One attribute that an identity provider tells of a person. */
export interface SamlAttribute {
  name: string;
  friendlyName: string;
  values: string[];
}

/** What an identity provider says of a person, once it is sure that it does, to us, now. */
export interface Assertion {
  id: string;
  nameId: { value: string; format: string } | null;
  attributes: SamlAttribute[];
  /** When it stops to be of use. */
  expiresAt: Date;
  /** When the person has to sign in again there; null: it does not say. */
  sessionEndsAt: Date | null;
}

/** What an assertion has to fit. */
export interface Expected {
  /** The identity provider's. */
  entityId: string;
  /** Where assertions are to be brought. */
  acsUrl: string;
  /** The question that it answers; null where nobody asked. */
  requestId: string | null;
  now: Date;
}

/** Why an assertion is not believed, in a sentence. */
export class AssertionProblem extends Error {
  override readonly name = 'AssertionProblem';
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** Clocks may differ by as much. */
const SKEW_MS = 120_000;
/** Identity providers make one when they are asked. One that was kept for longer has no good reason to come. */
const OLDEST_MS = 3_600_000;

/**
 * Reads an assertion whose signature was checked. That it was made for us, for this question and for now is checked here, once more than
 * the library does: it takes the identity provider's name on trust, and where there are several confirmations, any of them.
 * @param parsed the signed bytes, read
 * @throws {AssertionProblem}
 */
export function checkAssertion(parsed: unknown, expected: Expected): Assertion {
  const { now } = expected;
  const assertion = asElement((parsed as Element).Assertion);
  const id = assertion.$?.ID ?? '';
  if (id === '' || id.length > 1_024) refuse('it has no ID');
  const issuers = childrenOf(assertion, 'Issuer');
  if (issuers.length !== 1 || textOf(issuers[0]) !== expected.entityId) refuse('it is of another issuer');
  const issuedAt = readTime(assertion.$?.IssueInstant) ?? refuse('it does not say when it was made');
  if (issuedAt.getTime() > now.getTime() + SKEW_MS) refuse('it is from the future');
  if (issuedAt.getTime() < now.getTime() - OLDEST_MS) refuse('it is too old');
  const conditions = childrenOf(assertion, 'Conditions')[0];
  if (!isNow(conditions?.$, now)) refuse('it is not valid now');
  const subject = childrenOf(assertion, 'Subject')[0] ?? refuse('it has no subject');
  const confirmation = confirmationOf(subject, expected);
  const statement =
    childrenOf(assertion, 'AuthnStatement')[0] ?? refuse('it does not say that somebody signed in');
  const sessionEndsAt = readTime(statement.$?.SessionNotOnOrAfter);
  if (sessionEndsAt !== null && sessionEndsAt <= now) refuse('the session it speaks of is over');
  const nameId = childrenOf(subject, 'NameID')[0];
  return {
    id,
    nameId: nameId === undefined ? null : { value: textOf(nameId), format: nameId.$?.Format ?? '' },
    attributes: attributesOf(assertion),
    expiresAt: confirmation,
    sessionEndsAt,
  };
}

/** When the confirmation ends that lets whoever brings the assertion be its subject. */
function confirmationOf(subject: Element, { acsUrl, requestId, now }: Expected): Date {
  for (const confirmation of childrenOf(subject, 'SubjectConfirmation')) {
    const data = childrenOf(confirmation, 'SubjectConfirmationData')[0]?.$;
    const ends = readTime(data?.NotOnOrAfter);
    const fits =
      confirmation.$?.Method === BEARER &&
      data?.Recipient === acsUrl &&
      (data?.InResponseTo ?? null) === requestId &&
      ends !== null &&
      isNow(data, now);
    if (fits) return ends;
  }
  return refuse('it does not answer this sign-in');
}

function isNow(times: Readonly<Record<string, string>> | undefined, now: Date): boolean {
  const [begins, ends] = [times?.NotBefore, times?.NotOnOrAfter].map((text) =>
    text === undefined ? undefined : (readTime(text)?.getTime() ?? Number.NaN),
  );
  const time = now.getTime();
  return (begins === undefined || time + SKEW_MS >= begins) && (ends === undefined || time - SKEW_MS < ends);
}

function attributesOf(assertion: Element): SamlAttribute[] {
  return childrenOf(assertion, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'Attribute'))
    .map((attribute) => ({
      name: attribute.$?.Name ?? '',
      friendlyName: attribute.$?.FriendlyName ?? '',
      values: childrenOf(attribute, 'AttributeValue').map(textOf),
    }));
}

function childrenOf(element: unknown, name: string): Element[] {
  const found = typeof element === 'object' && element !== null ? (element as Element)[name] : undefined;
  return Array.isArray(found) ? found.map(asElement) : [];
}

/** An element without attributes and children is read as a text. */
function asElement(value: unknown): Element {
  if (typeof value === 'object' && value !== null) return value as Element;
  return typeof value === 'string' ? { _: value } : {};
}

function textOf(element: Element | undefined): string {
  return typeof element?._ === 'string' ? element._.trim() : '';
}

function readTime(text: string | undefined): Date | null {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text ?? '')
    ? new Date(text ?? '')
    : null;
  return time === null || Number.isNaN(time.getTime()) ? null : time;
}

function refuse(why: string): never {
  throw new AssertionProblem(why);
}
