import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { DoorPage } from '../../ui/pages/door-page.tsx';
import classes from './forgotten-password-page.module.css';

const COMMAND = 'npm start -- --reset-password you@example.com';

/** The way out for somebody who forgot the password: whoever operates this machine makes a link for them. */
export function ForgottenPasswordPage() {
  return (
    <DoorPage
      title="Forgot your password?"
      text="Basalt sends no mail for accounts of the dashboard. Whoever operates this installation can make a link with which you set a new password."
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
