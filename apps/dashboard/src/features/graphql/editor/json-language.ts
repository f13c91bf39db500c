/** JSON looks like the language that it comes from. */
export { javascriptLanguage as jsonLanguage } from '@codemirror/lang-javascript';
