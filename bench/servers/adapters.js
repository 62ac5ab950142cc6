/** What serves a runtime through either SDK. */
export const ADAPTERS = { v1: () => import('@cuecard/server'), v2: () => import('@cuecard/server') };
