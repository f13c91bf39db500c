import type { CustomHostname } from '@basalt/contract';

export interface DnsRecord {
  type: 'A' | 'AAAA' | 'CNAME' | 'TXT';
  name: string;
  value: string;
  /** What it is for. */
  why: string;
}

/** What must stand in the domain name system before a project answers under a host name. */
export function dnsRecords({ custom_hostname, data: { result } }: CustomHostname): DnsRecord[] {
  const { custom_origin_server: origin, ownership_verification: proof } = result;
  // A port is no part of records, and IPv6 addresses stand in brackets before one.
  const host = origin.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  const type = host.includes(':') ? 'AAAA' : /^\d+(\.\d+){3}$/.test(host) ? 'A' : 'CNAME';
  return [
    { type: 'TXT', name: proof.name, value: proof.value, why: 'Shows that the name is yours.' },
    { type, name: custom_hostname, value: host, why: 'Leads the name here.' },
  ];
}

export type HostnameState = 'not_allowed' | 'no_hostname_configured' | 'pending' | 'verified' | 'active';

/** How far a host name is; of a failed call what its error means, where it means that there is none to tell of. */
export function hostnameState(
  hostname: CustomHostname | undefined,
  error: { status: number } | null,
): HostnameState | null {
  if (hostname !== undefined)
    return hostname.status === '5_services_reconfigured'
      ? 'active'
      : hostname.data.result.status === 'active'
        ? 'verified'
        : 'pending';
  if (error?.status === 404) return 'no_hostname_configured';
  return error?.status === 403 ? 'not_allowed' : null;
}
