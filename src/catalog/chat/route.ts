import type { Json } from '#core/json.ts'

/**
 * Which provider serves a model, by a name of the configuration, and what the vendor calls it. `settings` go into the body
 * of each call, unless the caller says how much the model is to think.
 */
export type ChatRoute = { provider: string; model: string; settings?: Settings }

export type Settings = Readonly<Record<string, Json>>
