import { createApp } from 'astro/app/entrypoint'

/** The built site, for `hub.ts` to mount. */
export const app = createApp()
