/**
 * Whether mail can be addressed to this text. Stricter than the standards on purpose: no quoted names, no comments, no
 * lists, nothing that could end a header or an SMTP command.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 255 || /[\p{Cc}\p{Z}\p{Cs}]/u.test(text)) return false;
  const at = text.lastIndexOf('@');
  return (
    at > 0 &&
    NAME.test(text.slice(0, at)) &&
    text
      .slice(at + 1)
      .split('.')
      .every(isLabel)
  );
}

const NAME = /^[^\s@"(),:;<>[\\\]\p{C}\p{Z}]{1,64}$/u;

function isLabel(text: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u.test(text);
}
