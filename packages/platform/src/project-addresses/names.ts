import { PlatformError } from '../kernel/platform-error.ts';
import type { PlatformSettings } from '../kernel/settings.ts';

const LABEL = /^[a-z]([a-z0-9-]{1,61})[a-z0-9]$/;
const REF = /^[a-z]{20}$/;
const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** What people would take for the installation's own, and what the gateway answers itself. */
const RESERVED = [
  'admin',
  'api',
  'auth',
  'basalt',
  'dashboard',
  'database',
  'health',
  'mail',
  'pooler',
  'status',
  'www',
];
/** Names that only mean something on this machine or in this network. */
const LOCAL = /(^|\.)(localhost|local|internal|invalid|test|example|onion|arpa)$/;

type Surroundings = Pick<PlatformSettings, 'projectUrl' | 'dashboardUrl'>;

/** A label that a project may be called by. @throws PlatformError `bad_request` */
export function checkLabel(label: string): void {
  const field = 'vanity_subdomain';
  if (!LABEL.test(label) || label.includes('--'))
    throw new PlatformError(
      'bad_request',
      `${field}: must be 3 to 63 lower-case letters, digits and single hyphens, and begin with a letter.`,
      { field },
    );
  // Another project could be called so by its ref.
  if (REF.test(label))
    throw new PlatformError(
      'bad_request',
      `${field}: 20 letters are the ref of a project. Choose another name.`,
      {
        field,
      },
    );
  if (RESERVED.includes(label))
    throw new PlatformError('bad_request', `${field}: this name is reserved. Choose another one.`, { field });
}

/** A host name that a project may be served under. @throws PlatformError `bad_request` */
export function checkHostname(hostname: string, settings: Surroundings): void {
  const field = 'custom_hostname';
  if (!HOST_NAME.test(hostname) || LOCAL.test(hostname))
    throw new PlatformError(
      'bad_request',
      `${field}: must be a host name of the public internet, such as api.example.com.`,
      { field },
    );
  const domain = domainOf(settings);
  const own = new URL(settings.dashboardUrl).hostname;
  if (hostname === own || (domain !== null && (hostname === domain || hostname.endsWith(`.${domain}`))))
    throw new PlatformError('bad_request', `${field}: this name belongs to the installation itself.`, {
      field,
    });
}

/** Below which all projects have a host name; null: they are found by path only. */
export function domainOf({ projectUrl }: Pick<Surroundings, 'projectUrl'>): string | null {
  const ref = 'a'.repeat(20);
  const { hostname } = new URL(projectUrl(ref));
  return hostname.startsWith(`${ref}.`) ? hostname.slice(ref.length + 1) : null;
}

/** The address of a project by a label, without its scheme. */
export function addressOfLabel(
  label: string,
  ref: string,
  { projectUrl }: Pick<Surroundings, 'projectUrl'>,
): string {
  const { host, pathname } = new URL(projectUrl(ref).replaceAll(ref, label));
  return `${host}${pathname === '/' ? '' : pathname}`;
}
