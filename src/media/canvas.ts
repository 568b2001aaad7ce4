import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Loads the drawing library when something is first drawn, since it takes 13 MB. */
export function loadDrawingLibrary(): typeof import('@napi-rs/canvas') {
  return load('@napi-rs/canvas') as typeof import('@napi-rs/canvas')
}
