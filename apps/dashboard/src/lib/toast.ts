export type ToastTone = 'done' | 'failed' | 'notice';

/** Shows a short message in the corner. The toast machinery is loaded with the first one. */
export async function showToast(tone: ToastTone, text: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(toastLook(tone, text));
}

/** How a toast of a tone looks and for how long, in the words of the kit. */
export function toastLook(tone: ToastTone, text: string) {
  return {
    message: text,
    color: tone === 'failed' ? 'red' : 'gray',
    autoClose: tone === 'failed' ? 10_000 : 4_000,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    role: tone === 'failed' ? 'alert' : 'status',
    className: `toast-${tone}`,
  };
}
