import { type ToastTone, toastLook } from './toast.ts';

/** A toast that stays until what it speaks of has come to an end. */
export interface LongToast {
  /** Puts the outcome in its place. */
  replace: (tone: ToastTone, text: string) => void;
}

/** Shows that something takes its time. The same toast says in the end how it went. */
export async function showLongToast(text: string): Promise<LongToast> {
  const { notifications } = await import('@mantine/notifications');
  const id = notifications.show({
    message: text,
    loading: true,
    autoClose: false,
    withCloseButton: false,
    withBorder: true,
    role: 'status',
    className: 'toast-notice',
  });
  return {
    replace: (tone, outcome) =>
      notifications.update({ id, ...toastLook(tone, outcome), loading: false, withCloseButton: true }),
  };
}
