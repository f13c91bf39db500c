import type { WebhookPair } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './webhooks.module.css';

interface SecretPairsProps {
  title: string;
  pairs: readonly WebhookPair[];
}

/** Names and values that may be keys: hidden until they are asked for. */
export function SecretPairs({ title, pairs }: SecretPairsProps) {
  const [isShown, setShown] = useState(false);
  const maySee = pairs.some(({ value }) => value !== null);
  return (
    <div className={classes.part}>
      <div className={classes.line}>
        <span className={classes.heading}>{title}</span>
        {maySee && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => setShown(!isShown)}
            aria-pressed={isShown}
          >
            {isShown ? 'Hide values' : 'Show values'}
          </Button>
        )}
      </div>
      <ul className={classes.pairs}>
        {pairs.map(({ name, value }) => (
          <li key={name} className={classes.pair}>
            <code>{name}</code>
            <code className={classes.message}>{isShown && value !== null ? value : '••••••'}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
