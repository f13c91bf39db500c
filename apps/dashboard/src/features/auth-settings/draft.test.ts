import { type AuthConfig, SECRET_MASK } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  defaultValue,
  draftProblems,
  fieldValue,
  hasSecret,
  shownValue,
  valuesOf,
} from './draft.ts';
import type { Setting } from './setting.ts';

const config = {
  site_url: 'http://localhost:3000',
  uri_allow_list: 'https://a.example/**, https://b.example',
  disable_signup: false,
  jwt_exp: 3600,
  smtp_pass: SECRET_MASK,
  smtp_host: null,
  password_required_characters: '',
} as AuthConfig;
const siteUrl: Setting = { kind: 'text', name: 'site_url', label: 'Site URL' };
const allowList: Setting = { kind: 'list', name: 'uri_allow_list', label: 'Redirects' };
const signUp: Setting = { kind: 'switch', name: 'disable_signup', label: 'Sign-up', inverted: true };
const expiry: Setting = { kind: 'number', name: 'jwt_exp', label: 'Expiry', unit: 'seconds' };
const password: Setting = { kind: 'secret', name: 'smtp_pass', label: 'Password' };
const host: Setting = { kind: 'text', name: 'smtp_host', label: 'Host' };
const content: Setting = { kind: 'html', name: 'mailer_templates_invite_content', label: 'Content' };
const all = [siteUrl, allowList, signUp, expiry, password, host];

describe('fieldValue', () => {
  it.each<[Setting, string | boolean]>([
    [siteUrl, 'http://localhost:3000'],
    [allowList, 'https://a.example/**\nhttps://b.example'],
    [signUp, true],
    [expiry, '3600'],
    [password, ''],
    [host, ''],
  ])('%j shows %j', (setting, value) => {
    expect(fieldValue(setting, config)).toBe(value);
  });

  it('never shows a secret, only that there is one', () => {
    expect([hasSecret(password, config), hasSecret(host, config)]).toEqual([true, false]);
  });
});

describe('changesOf', () => {
  it('is empty when nothing was typed, or the same again', () => {
    expect(changesOf(all, {}, config)).toEqual({});
    expect(changesOf(all, { jwt_exp: '3600', disable_signup: true, smtp_pass: '' }, config)).toEqual({});
  });

  it('has only what was changed, as the API wants it', () => {
    const draft = {
      site_url: ' https://app.example ',
      uri_allow_list: 'https://a.example/**\n\n  https://c.example, https://d.example',
      disable_signup: false,
      jwt_exp: '60',
      smtp_pass: ' with spaces ',
    };
    expect(changesOf(all, draft, config)).toEqual({
      site_url: 'https://app.example',
      uri_allow_list: 'https://a.example/**,https://c.example,https://d.example',
      disable_signup: true,
      jwt_exp: 60,
      smtp_pass: ' with spaces ',
    });
  });

  it('forgets a secret only when asked to', () => {
    expect(changesOf(all, { smtp_pass: null }, config)).toEqual({ smtp_pass: null });
  });

  it('takes an emptied setting back to its default', () => {
    expect(changesOf(all, { site_url: ' ', jwt_exp: '', uri_allow_list: '' }, config)).toEqual({
      site_url: null,
      jwt_exp: null,
      uri_allow_list: '',
    });
  });
});

describe('draftProblems', () => {
  it.each([
    ['3600', undefined],
    ['', undefined],
    ['0', undefined],
    ['1.5', 'Enter a whole number.'],
    ['-1', 'Enter a whole number.'],
    ['1e3', 'Enter a whole number.'],
    ['9'.repeat(16), 'Enter a whole number.'],
    ['604801', 'Enter 604800 or less.'],
  ])('%j: %s', (typed, problem) => {
    expect(draftProblems(all, { jwt_exp: typed }).jwt_exp).toBe(problem);
  });

  it('knows the least that is accepted', () => {
    const length: Setting = { kind: 'number', name: 'password_min_length', label: 'Length', unit: '' };
    expect(draftProblems([length], { password_min_length: '5' }).password_min_length).toBe(
      'Enter 6 or more.',
    );
  });
});

it('a template keeps its lines and spaces, and an empty one is the built-in one', () => {
  const change = (typed: string) => changesOf([content], { mailer_templates_invite_content: typed }, config);
  expect(change('<p>\n  Hello </p>\n')).toEqual({ mailer_templates_invite_content: '<p>\n  Hello </p>\n' });
  expect(change('  \n')).toEqual({ mailer_templates_invite_content: null });
});

describe('a setting that is reset', () => {
  const set = { ...config, jwt_exp: 60, site_url: 'https://app.example' } as AuthConfig;

  it('shows its default, counts with it, and is told to the server as null', () => {
    const draft = { jwt_exp: null, site_url: null };
    expect([expiry, siteUrl].map((setting) => shownValue(setting, draft, set))).toEqual([
      '3600',
      'http://localhost:3000',
    ]);
    expect(changesOf(all, draft, set)).toEqual({ jwt_exp: null, site_url: null });
    expect(valuesOf(all, draft, set)).toMatchObject({ jwt_exp: 3600, site_url: 'http://localhost:3000' });
  });

  it('is no change where the default is set, and not offered where there is none', () => {
    expect(changesOf(all, { jwt_exp: null }, config)).toEqual({});
    expect([defaultValue(host), defaultValue(password)]).toEqual([null, null]);
  });
});
