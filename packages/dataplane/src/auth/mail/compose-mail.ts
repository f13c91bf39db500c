import type { AuthSettings, MailKind } from '@basalt/project';
import { builtInMail } from './template/built-in-mails.ts';
import { fillHtmlTemplate, fillTextTemplate, type TemplateValues } from './template/fill-template.ts';
import { htmlToText } from './template/html-to-text.ts';

/** A mail ready to be sent to one address. */
export interface ComposedMail {
  subject: string;
  html: string;
  text: string;
}

type Templates = Pick<AuthSettings, 'mailer_subjects' | 'mailer_templates'>;

const LONGEST_SUBJECT = 500;

/** The project's own template where it has one, else the built-in one. */
export function composeMail(settings: Templates, kind: MailKind, values: TemplateValues): ComposedMail {
  const builtIn = builtInMail(kind);
  const subject = headerText(fillTextTemplate(settings.mailer_subjects[kind] || builtIn.subject, values));
  const own = settings.mailer_templates[kind];
  if (!own) {
    return {
      subject,
      html: fillHtmlTemplate(builtIn.html, values),
      text: fillTextTemplate(builtIn.text, values),
    };
  }
  const html = fillHtmlTemplate(own, values);
  return { subject, html, text: htmlToText(html) };
}

/** One line: whatever would start another header is a space. */
export function headerText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT);
}
