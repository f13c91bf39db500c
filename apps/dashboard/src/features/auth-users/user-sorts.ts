import type { AUTH_USER_SORTS } from '@basalt/contract';

interface UserSort {
  value: string;
  label: string;
  sort: (typeof AUTH_USER_SORTS)[number];
  order: 'asc' | 'desc';
}

const NEWEST: UserSort = { value: 'newest', label: 'Newest first', sort: 'created_at', order: 'desc' };

/** The orders a list of users can have; the first is the usual one. */
export const USER_SORTS: readonly UserSort[] = [
  NEWEST,
  { value: 'oldest', label: 'Oldest first', sort: 'created_at', order: 'asc' },
  { value: 'last-sign-in', label: 'Last sign-in', sort: 'last_sign_in_at', order: 'desc' },
  { value: 'email', label: 'E-mail, A to Z', sort: 'email', order: 'asc' },
  { value: 'email-descending', label: 'E-mail, Z to A', sort: 'email', order: 'desc' },
];

/** The order that an address asks for; what nobody knows is the usual one. */
export function userSort(value: string | undefined): UserSort {
  return USER_SORTS.find((sort) => sort.value === value) ?? NEWEST;
}
