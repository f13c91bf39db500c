import { escapeHtml, escapeUnquoted } from './escape-html.ts';
import { type Condition, type Operand, parseTemplate, type TemplatePart } from './parse-template.ts';
import { type TemplateValues, valueAt } from './template-values.ts';

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
