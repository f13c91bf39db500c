import { describe, expect, it } from 'vitest';
import { emailVerifiedClaim, openIdProfile } from './openid-profile.ts';
import { mergeClaims } from './openid-provider.ts';
import { AZURE } from './openid-recipe.ts';

describe('openIdProfile', () => {
  const claims = {
    iss: 'https://issuer.example',
    sub: '42',
    name: 'Ada',
    picture: 'https://issuer.example/ada.png',
    email: 'Ada@Example.com',
    email_verified: true,
    groups: ['secret'],
  };

  it('knows the person under the names applications use', () => {
    expect(openIdProfile(claims, emailVerifiedClaim)).toEqual({
      subject: '42',
      email: 'ada@example.com',
      emailVerified: true,
      data: {
        iss: 'https://issuer.example',
        sub: '42',
        name: 'Ada',
        full_name: 'Ada',
        picture: 'https://issuer.example/ada.png',
        avatar_url: 'https://issuer.example/ada.png',
        email: 'ada@example.com',
        provider_id: '42',
        email_verified: true,
        phone_verified: false,
      },
    });
  });

  it('takes an address for verified only when the provider says so', () => {
    const verified = (email_verified: unknown) =>
      openIdProfile({ ...claims, email_verified }, emailVerifiedClaim).emailVerified;
    expect([true, 'true'].map(verified)).toEqual([true, true]);
    expect([undefined, null, false, 'false', 1, 'yes', {}].map(verified)).not.toContain(true);
  });

  it('drops what cannot be stored or is too long', () => {
    const { data } = openIdProfile(
      { ...claims, name: 'A\0da', picture: 'x'.repeat(5000) },
      emailVerifiedClaim,
    );
    expect(data).not.toHaveProperty('name');
    expect(data).not.toHaveProperty('picture');
  });

  it('refuses claims without a subject', () => {
    expect(() => openIdProfile({ ...claims, sub: '' }, emailVerifiedClaim)).toThrow('no `sub`');
  });
});

describe('mergeClaims', () => {
  it('fills the gaps of the ID token', () => {
    const merged = mergeClaims({ sub: '1', email: 'a@x.y', email_verified: true }, { sub: '1', name: 'Ada' });
    expect(merged).toEqual({ sub: '1', email: 'a@x.y', email_verified: true, name: 'Ada' });
  });

  it('never joins the address of one with the "verified" of the other', () => {
    expect(mergeClaims({ sub: '1', email_verified: true }, { sub: '1', email: 'a@x.y' })).toEqual({
      sub: '1',
      email: 'a@x.y',
    });
    expect(
      mergeClaims({ sub: '1', email: 'a@x.y' }, { sub: '1', email: 'b@x.y', email_verified: true }),
    ).toEqual({ sub: '1', email: 'a@x.y' });
  });
});

describe('Microsoft Entra', () => {
  const owns = (claims: Record<string, unknown>, issuer: string) => AZURE.ownsEmail?.(claims, issuer);

  it('has the tenant of the settings, or everybody', () => {
    expect(AZURE.issuer('')).toBe('https://login.microsoftonline.com/common/v2.0');
    expect(AZURE.issuer('https://login.microsoftonline.com/8f3a')).toBe(
      'https://login.microsoftonline.com/8f3a/v2.0',
    );
    expect(AZURE.issuer('https://login.microsoftonline.com/8f3a/v2.0')).toBe(
      'https://login.microsoftonline.com/8f3a/v2.0',
    );
  });

  it('trusts an address of a shared tenant only with the domain claim', () => {
    const shared = 'https://login.microsoftonline.com/common/v2.0';
    expect(owns({ email: 'a@x.y', email_verified: true }, shared)).toBe(false);
    expect(owns({ email: 'a@x.y', xms_edov: true }, shared)).toBe(true);
    expect(owns({ email: 'a@x.y', xms_edov: '1' }, shared)).toBe(true);
  });

  it('trusts the administrator of a tenant of its own, unless the claim says no', () => {
    const own = 'https://login.microsoftonline.com/8f3a/v2.0';
    expect(owns({ email: 'a@x.y' }, own)).toBe(true);
    expect(owns({ email: 'a@x.y', xms_edov: false }, own)).toBe(false);
  });
});
