type Claims = Readonly<Record<string, unknown>>;

/**
 * What an ID token says, with the gaps filled from the userinfo endpoint. An address and whether it is verified come from
 * the same of the two, so that one place's "verified" is never read as a word about the other's address.
 */
export function mergeClaims(idToken: Claims, userInfo: Claims): Claims {
  const { email: _email, email_verified: _verified, ...rest } = { ...userInfo, ...idToken };
  const source = idToken.email === undefined ? userInfo : idToken;
  return { ...rest, ...pick(source, 'email'), ...pick(source, 'email_verified') };
}

function pick(claims: Claims, name: string): Claims {
  return claims[name] === undefined ? {} : { [name]: claims[name] };
}
