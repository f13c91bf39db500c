import { fillTextTemplate } from '../mail/template/fill-template.ts';

/** What a text message says where the project has no template of its own. */
const BUILT_IN = 'Your code is {{ .Code }}';
const LONGEST = 1600;

/** The text of a message that carries a one-time code. A template that forgot the code gets it at its end. */
export function smsBody(template: string, code: string): string {
  const body = fillTextTemplate(template.trim() || BUILT_IN, { Code: code }).slice(0, LONGEST);
  return body.includes(code) ? body : `${body} ${code}`;
}
