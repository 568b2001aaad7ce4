import type { Json } from '#core/json.ts'

/**
 * A route of a model: the provider's name in the configuration, and the vendor's name of the model.
 * `settings` go into the body of each call, unless the caller chooses how much the model reasons.
 */
export type ChatRoute = { provider: string; model: string; settings?: RouteSettings }

export type RouteSettings = Readonly<Record<string, Json>>
