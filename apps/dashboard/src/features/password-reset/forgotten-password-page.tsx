import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { DoorPage } from '../../ui/pages/door-page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './forgotten-password-page.module.css';
import { RequestReset } from './request-reset.tsx';

const COMMAND = 'npm start -- --reset-password you@example.com';
const TITLE = 'Forgot your password?';

/** The way out for somebody who forgot the password: a link by mail, or from whoever operates this machine. */
export function ForgottenPasswordPage() {
  const options = useQuery(orpc.accounts.passwordResetOptions.queryOptions());
  if (options.isPending) {
    return (
      <DoorPage title={TITLE}>
        <Skeleton height={36} lines={3} />
      </DoorPage>
    );
  }
  if (options.data?.sends_mail === true) {
    return (
      <DoorPage title={TITLE} text="We send you a link with which you set a new password.">
        <RequestReset />
      </DoorPage>
    );
  }
  return (
    <DoorPage
      title={TITLE}
      text="This Basalt sends no mail for accounts of the dashboard. Whoever operates it can make a link with which you set a new password."
    >
      <ol className={classes.steps}>
        <li>
          <p>On the machine where Basalt runs, in its folder, run this with your e-mail address:</p>
          <CodeLine value={COMMAND} label="command" />
        </li>
        <li>
          <p>It prints a link. Open it here, in your browser. It works once, for one hour.</p>
        </li>
        <li>
          <p>Set a new password. This signs out all other devices.</p>
        </li>
      </ol>
      <ButtonLink to="/sign-in" fullWidth>
        Back to sign in
      </ButtonLink>
    </DoorPage>
  );
}
