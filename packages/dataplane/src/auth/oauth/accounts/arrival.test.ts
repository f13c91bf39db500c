import { describe, expect, it } from 'vitest';
import { withoutProvider, withProvider } from './arrival.ts';

describe('the providers in app_metadata', () => {
  it('begin with the first one', () => {
    expect(withProvider(null, 'google')).toEqual({ provider: 'google', providers: ['google'] });
  });

  it('grow, each once, beside what the owner put there', () => {
    const metadata = { plan: 'pro', provider: 'email', providers: ['email'] };
    const grown = { plan: 'pro', provider: 'email', providers: ['email', 'github'] };
    expect(withProvider(metadata, 'github')).toEqual(grown);
    expect(withProvider(grown, 'github')).toEqual(grown);
  });

  it('shrink, and another one becomes the main one', () => {
    const metadata = { provider: 'email', providers: ['email', 'github'] };
    expect(withoutProvider(metadata, 'email')).toEqual({ provider: 'github', providers: ['github'] });
    expect(withoutProvider(metadata, 'github')).toEqual({ provider: 'email', providers: ['email'] });
  });

  it('survive what users wrote there by themselves', () => {
    expect(withProvider({ providers: 'x', provider: 'email' }, 'google')).toEqual({
      provider: 'email',
      providers: ['google'],
    });
  });
});
