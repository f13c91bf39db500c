import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import './toasts.css';
import { Notifications } from '@mantine/notifications';

export function Toasts() {
  return <Notifications position="bottom-right" limit={4} containerWidth={360} zIndex={500} />;
}
