import type { AuthUser } from '@basalt/contract';
import { visibleJson } from '../../lib/visible-json.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { Section } from '../../ui/pages/section.tsx';
import classes from './user-page.module.css';

/** What is kept about a user as JSON: one part is the user's own to change, the other is the application's. */
export function UserMetadata({ user }: { user: AuthUser }) {
  return (
    <Section
      title="Metadata"
      description="Users can change their own user metadata, so no permission may depend on it. App metadata is changed by servers only."
    >
      <div className={classes.blocks}>
        <div>
          <h3 className={classes.name}>User metadata</h3>
          <CodeBlock label="user metadata" value={visibleJson(user.user_metadata)} wrap />
        </div>
        <div>
          <h3 className={classes.name}>App metadata</h3>
          <CodeBlock label="app metadata" value={visibleJson(user.app_metadata)} wrap />
        </div>
      </div>
    </Section>
  );
}
