declare module 'virtual:type-files/standard' {
  export const texts: readonly string[];
}
declare module 'virtual:type-files/deno' {
  export const texts: readonly string[];
}
