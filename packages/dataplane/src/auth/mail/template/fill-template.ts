import { type Condition, type Operand, parseTemplate, type TemplatePart } from './parse-template.ts';

/** The template as HTML. Values are escaped for the place they stand in, so none can add a tag, an attribute or a script. */
export function fillHtmlTemplate(template: string, values: TemplateValues): string {
  return fill(parseTemplate(template), values, escapeForPlace);
}

/** The template as plain text: values as they are. */
export function fillTextTemplate(template: string, values: TemplateValues): string {
  return fill(parseTemplate(template), values, (value) => value);
}

type Escape = (value: string, before: string) => string;

function fill(parts: readonly TemplatePart[], values: TemplateValues, escapeAt: Escape): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'value') return escapeAt(valueAt(values, part.path), part.before);
      const branch = part.branches.find(({ when }) => holds(when, values));
      return branch ? fill(branch.parts, values, escapeAt) : '';
    })
    .join('');
}

function holds(condition: Condition, values: TemplateValues): boolean {
  switch (condition.kind) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'filled':
      return !['', 'false', '0'].includes(textOf(condition.operand, values));
    case 'not':
      return !holds(condition.condition, values);
    case 'equal': {
      const [first = '', ...others] = condition.operands.map((operand) => textOf(operand, values));
      return others.includes(first) !== condition.negated;
    }
  }
}

function textOf(operand: Operand, values: TemplateValues): string {
  return operand.kind === 'literal' ? operand.text : valueAt(values, operand.path);
}

const URL_ATTRIBUTE = /[\s"'](?:href|src|action|background)\s*=\s*(["'])([^"'<>]*)$/i;
const UNQUOTED_ATTRIBUTE = /[\s"'][^\s"'<>=]+\s*=[^"'<>]*$/;
const ONLY_VALUES = /^(?:\s|\{\{[^{}]*\}\})*$/;
/** Addresses that run nothing: the web, mail, telephone, and those relative to the page. */
const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|[/?#]|[^:]*$)/i;

function escapeForPlace(value: string, before: string): string {
  const tag = before.slice(before.lastIndexOf('<'));
  if (!tag.startsWith('<') || tag.includes('>')) return escapeHtml(value);
  const [, quote, start = ''] = URL_ATTRIBUTE.exec(tag) ?? [];
  if (quote === undefined) return UNQUOTED_ATTRIBUTE.test(tag) ? escapeUnquoted(value) : escapeHtml(value);
  if (/[?#]/.test(start)) return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27');
  if (ONLY_VALUES.test(start) && !SAFE_ADDRESS.test(value.trim())) return '#';
  return escapeHtml(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text that means itself between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/** Text that means itself in an attribute without quotes too: white space would end such a value. */
function escapeUnquoted(text: string): string {
  return escapeHtml(text).replace(/[\s=]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What a mail template may name: `{{ .Token }}`, `{{ .Data.first_name }}`. Absent means the empty text. */
export interface TemplateValues {
  readonly ConfirmationURL?: string;
  readonly Token?: string;
  readonly TokenHash?: string;
  readonly SiteURL?: string;
  readonly Email?: string;
  readonly NewEmail?: string;
  readonly RedirectTo?: string;
  /** In mails that tell of a change. */
  readonly OldEmail?: string;
  readonly Phone?: string;
  readonly OldPhone?: string;
  /** What an identity is from: `google`. */
  readonly Provider?: string;
  /** `totp`, `phone`. */
  readonly FactorType?: string;
  /** In text messages. */
  readonly Code?: string;
  /** The user's own metadata: chosen by whoever signed up, so as hostile as any input. */
  readonly Data?: Readonly<Record<string, unknown>>;
}

/** The text of a path such as `Data.address.city`; empty when there is nothing there or something that is no plain value. */
function valueAt(values: TemplateValues, path: string): string {
  let current: unknown = values;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return '';
    current = (current as Record<string, unknown>)[name];
  }
  if (typeof current === 'string') return current;
  return typeof current === 'number' || typeof current === 'boolean' ? String(current) : '';
}
