import type { PlatformSettings } from '../kernel/settings.ts';

/** The page of the dashboard that providers lead back to. */
export function returnAddress({ dashboardUrl }: Pick<PlatformSettings, 'dashboardUrl'>): string {
  return `${dashboardUrl}/sign-in/openid`;
}
