import { AuthError } from '../../errors/auth-error.ts';

export const USER_ORDERS = [
  'created_at.asc',
  'created_at.desc',
  'last_sign_in_at.asc',
  'last_sign_in_at.desc',
  'email.asc',
  'email.desc',
] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

/** The parameter `sort`; the newest users first when there is none. Without a direction it ascends. */
export function readUserOrder(text: string | null): UserOrder {
  if (text === null) return 'created_at.desc';
  const wanted = text.includes('.') ? text : `${text}.asc`;
  const order = USER_ORDERS.find((known) => known === wanted);
  if (order) return order;
  throw new AuthError('validation_failed', `The parameter "sort" must be one of ${USER_ORDERS.join(', ')}.`);
}
