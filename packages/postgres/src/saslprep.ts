// RFC 3454: table C.1.2 (spaces that become U+0020) and table B.1 (characters that vanish).
const OTHER_SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
const VANISHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;
// What the preparation forbids (RFC 3454 C and A.1) or forbids in company (right-to-left text). PostgreSQL then takes
// the password as it is.
const MAY_BE_FORBIDDEN =
  /\p{C}|\p{Zl}|\p{Zp}|\u0340|\u0341|\ufffc|\ufffd|[\u{10000}-\u{10ffff}]|\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u;

/**
 * A password as SASLprep (RFC 4013) writes it before it is hashed. Throws a RangeError for the rare passwords which
 * clients prepare in different ways, because they would open the door for some and not for others.
 */
export function saslprep(password: string): string {
  if (/^[\x20-\x7e]*$/.test(password)) return password;
  const prepared = password.replace(OTHER_SPACES, ' ').replace(VANISHING, '').normalize('NFKC');
  if (prepared === password) return password;
  if (prepared === '' || MAY_BE_FORBIDDEN.test(password.replace(VANISHING, ''))) {
    throw new RangeError(
      'This password mixes characters that database clients treat differently. Choose another one.',
    );
  }
  return prepared;
}
