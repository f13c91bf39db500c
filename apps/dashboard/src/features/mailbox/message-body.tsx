import '@mantine/core/styles/Tabs.css';
import type { MailboxMessage } from '@basalt/contract';
import { Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import classes from './message-view.module.css';

/** The words of a message: the HTML in a frame that can do nothing, and the plain text. */
export function MessageBody({ message: { html, text, subject } }: { message: MailboxMessage }) {
  const document = useMemo(() => frameDocument(html), [html]);
  if (html === '') return <CodeBlock value={text} label="text" wrap />;
  return (
    <Tabs defaultValue="html" keepMounted={false}>
      <Tabs.List aria-label="Form of the message">
        <Tabs.Tab value="html">HTML</Tabs.Tab>
        <Tabs.Tab value="text">Text</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html" className={classes.panel ?? ''}>
        <iframe
          className={classes.frame}
          title={`Message: ${subject}`}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={document}
        />
      </Tabs.Panel>
      <Tabs.Panel value="text" className={classes.panel ?? ''}>
        <CodeBlock value={text} label="text" wrap />
      </Tabs.Panel>
    </Tabs>
  );
}

/** What a frame may do with a mail: show text, styles and pictures that are part of it. Nothing from anywhere else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const HEAD = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank"><style>:root{color-scheme:light}body{background:#fff;color:#171c21;font-family:system-ui,sans-serif;font-size:14px;margin:16px;overflow-wrap:anywhere}</style>`;
const UNWANTED =
  'script, meta, base, link, iframe, frame, frameset, object, embed, portal, template, noscript';

/**
 * A mail's HTML as a document for a frame with `sandbox=""`. The sandbox keeps scripts, forms and new windows away; what
 * is taken out here is what could make the frame itself load something: links and forms that stay in it, redirects,
 * frames within it.
 */
export function frameDocument(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  for (const element of mail.querySelectorAll(UNWANTED)) element.remove();
  for (const element of mail.querySelectorAll('[target], [ping], [action], [formaction]')) {
    for (const name of ['target', 'ping', 'action', 'formaction']) element.removeAttribute(name);
  }
  const styles = [...mail.head.querySelectorAll('style')].map((style) => style.outerHTML).join('');
  return `<!doctype html><html><head>${HEAD}${styles}</head>${mail.body.outerHTML}</html>`;
}
