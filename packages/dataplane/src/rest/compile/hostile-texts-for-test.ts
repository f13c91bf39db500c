/** Texts that mean something to SQL, JSON, arrays, patterns, our own aliases, or not even to Unicode. */
export const NASTY: readonly string[] = [
  ...`" ' \\ "" '' \\' $1 $$ $a$ -- /* */ ; ) ( % ? :a ::int a.b a->b { } {} , null NULL t written called items_1 select count *`.split(
    ' ',
  ),
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\u0001',
    '\u007f',
    'é',
    '日本',
    '🙂',
    '\u202e',
    '\ud800',
    '\uffff',
    'x'.repeat(5000),
  ],
  `'); select public.explode(); --`,
  `"; select public.explode(); --`,
  `\\'; select public.explode(); --`,
  `$1); select public.explode(); --`,
  `public.explode()`,
  `" || public.explode() || "`,
  `' || public.explode() || '`,
  `\\' || public.explode() || \\'`,
];
