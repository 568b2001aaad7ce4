import { createApp } from 'astro/app/entrypoint'

/** The built site; `hub.ts` mounts it. */
export const app = createApp()
