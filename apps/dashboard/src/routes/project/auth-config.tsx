import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

export const authSettingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/settings',
  staticData: { page: 'auth/settings', surface: 'Settings', section: 'Authentication' },
  component: lazyRouteComponent(() => import('./auth-settings-page.tsx'), 'AuthSettingsPage'),
});

export const authSmtpRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/smtp',
  staticData: { page: 'auth/smtp', surface: 'SMTP', section: 'Authentication' },
  component: lazyRouteComponent(() => import('./auth-smtp-page.tsx'), 'AuthSmtpPage'),
});

export const authTemplatesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/templates',
  staticData: { page: 'auth/templates', surface: 'Mail templates', section: 'Authentication' },
  component: lazyRouteComponent(() => import('./auth-templates-page.tsx'), 'AuthTemplatesPage'),
});

export const authRateLimitsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/rate-limits',
  staticData: { page: 'auth/rate-limits', surface: 'Rate limits', section: 'Authentication' },
  component: lazyRouteComponent(() => import('./auth-rate-limits-page.tsx'), 'AuthRateLimitsPage'),
});
