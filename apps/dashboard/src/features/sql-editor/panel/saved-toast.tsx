import { toastLook } from '../../../lib/toast.ts';
import classes from './sql-panel.module.css';

/** Says that a snippet was saved, with the way to it. */
export async function showSavedToast(onView: () => void): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  const id = notifications.show({
    ...toastLook('done', ''),
    autoClose: 6_000,
    message: (
      <>
        Saved snippet! View it{' '}
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            notifications.hide(id);
            onView();
          }}
        >
          here
        </button>
      </>
    ),
  });
}
