import { IconGauge, IconLock, IconSend, IconTemplate } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { projectRoute } from './project.tsx';

const common = { group: 'Authentication', phrase: 'its authentication settings' };

export const authSettingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/settings',
  staticData: {
    page: {
      ...common,
      title: 'Settings',
      fullName: 'Authentication settings',
      icon: IconLock,
      keywords: 'sign-up password providers site url redirect github google mfa',
    },
  },
  component: lazyPage(
    () => import('../../features/auth-settings/auth-settings.tsx').then((module) => module.AuthSettings),
    ofProject,
  ),
});

export const authSmtpRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/smtp',
  staticData: {
    page: { ...common, title: 'SMTP', icon: IconSend, keywords: 'auth mail server sender' },
  },
  component: lazyPage(
    () => import('../../features/auth-settings/smtp-settings.tsx').then((module) => module.SmtpSettings),
    ofProject,
  ),
});

export const authTemplatesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/templates',
  staticData: {
    page: {
      ...common,
      title: 'Mail templates',
      icon: IconTemplate,
      keywords: 'auth e-mail subject content html',
    },
  },
  component: lazyPage(
    () => import('../../features/auth-settings/mail-templates.tsx').then((module) => module.MailTemplates),
    ofProject,
  ),
});

export const authRateLimitsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/rate-limits',
  staticData: { page: { ...common, title: 'Rate limits', icon: IconGauge, keywords: 'auth' } },
  component: lazyPage(
    () => import('../../features/auth-settings/rate-limits.tsx').then((module) => module.RateLimits),
    ofProject,
  ),
});
