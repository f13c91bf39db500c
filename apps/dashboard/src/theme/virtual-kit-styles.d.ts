/** The kit's whole stylesheet while developing; nothing in a build, where each component brings its own. */
declare module 'virtual:kit-styles' {}
