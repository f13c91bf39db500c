export const ENFORCE = {
  label: 'Enforce SSL on incoming connections',
  description:
    'Connections without SSL are refused, and those that are open end at once. The API and the dashboard go on.',
} as const;

export const RESTRICT = {
  label: 'Restrict access to these addresses',
  description: 'Connections from elsewhere are refused, and those that are open end at once.',
} as const;

export const ALLOWED = {
  label: 'Allowed addresses',
  description:
    'Blocks of IPv4 or IPv6 addresses, one per line, such as 203.0.113.0/24 or 2001:db8::/32. Without any, only the machine itself may connect.',
} as const;
