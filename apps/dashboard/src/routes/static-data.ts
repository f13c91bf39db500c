declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the document title and to those who hear it. */
    surface?: string;
    /** The part of a surface, such as "Settings" of "General". */
    section?: string;
    /** What the lifecycle gate knows a project page as, such as `settings/general`. */
    page?: string;
    /** The left menu can be resized and folded away. */
    resizableMenu?: boolean;
  }
}

export {};
