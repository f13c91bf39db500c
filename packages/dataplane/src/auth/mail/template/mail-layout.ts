/** The texts of a mail, with placeholders but without HTML. */
export interface MailLayout {
  heading: string;
  lead: string;
  button: string | null;
  /** Whether it holds a code. */
  code: boolean;
  closing: string;
  footer: string;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace";

/**
 * One column of text on a quiet ground. Tables and inline styles, because mail programs know little else; no images and
 * nothing from the network, so opening a mail tells nobody about it.
 */
export function mailLayout({ heading, lead, button, code, closing, footer }: MailLayout): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
</head>
<body style="margin:0;padding:0;background:#f1f3f4;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f4;">
<tr><td align="center" style="padding:40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #dde1e4;border-radius:8px;">
<tr><td style="padding:32px;${FONT};font-size:15px;line-height:1.6;color:#22282d;">
<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3;font-weight:600;color:#14181b;">${heading}</h1>
<p style="margin:0 0 24px;">${lead}</p>
${way(button, code)}<p style="margin:0;font-size:13px;color:#5b656d;">${closing}</p>
</td></tr>
</table>
<p style="margin:16px 0 0;${FONT};font-size:12px;color:#6b757d;">${footer}</p>
</td></tr>
</table>
</body>
</html>
`;
}

function way(button: string | null, code: boolean): string {
  if (button === null) return code ? codeBlock() : '';
  return buttonBlock(button) + (code ? codeBlock('Or enter this code:') : '');
}

function buttonBlock(label: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px;">
<tr><td style="border-radius:6px;background:#c2410c;"><a href="{{ .ConfirmationURL }}" style="display:inline-block;padding:11px 20px;${FONT};font-size:15px;font-weight:600;color:#ffffff;text-decoration:none;">${label}</a></td></tr>
</table>
`;
}

function codeBlock(label?: string): string {
  const line = label ? `<p style="margin:0 0 6px;font-size:13px;color:#5b656d;">${label}</p>\n` : '';
  return `${line}<p style="margin:0 0 24px;padding:12px 16px;background:#f1f3f4;border-radius:6px;${MONO};font-size:22px;letter-spacing:4px;color:#14181b;">{{ .Token }}</p>\n`;
}
