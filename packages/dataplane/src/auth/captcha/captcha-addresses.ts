import type { CaptchaSettings } from '@basalt/project';

/** Where each service answers whether somebody solved its riddle. */
export type CaptchaAddresses = Readonly<Record<CaptchaSettings['provider'], string>>;

export const CAPTCHA_ADDRESSES: CaptchaAddresses = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};
