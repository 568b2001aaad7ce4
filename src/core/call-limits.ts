/**
 * The rate limits of a caller: `points` calls in `seconds`, for starting runs, for reading and for
 * writing.
 */
export const CALL_LIMITS = {
  spend: { points: 60, seconds: 60 },
  read: { points: 1200, seconds: 60 },
  write: { points: 300, seconds: 60 }
} as const

/** Hours for which the server remembers an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_HOURS = 24

/**
 * Largest JSON body in bytes, unless the route sets another limit. Files are uploaded separately.
 */
export const MAX_BODY = 64 * 1024

/**
 * Largest body of an update of a site or service in bytes. It may contain all settings of a site,
 * or all prices of a service.
 */
export const MAX_SITE_BODY = 256 * 1024

/**
 * Largest body of a call that accepts files, in bytes. Some clients send files inside the call as
 * base64.
 */
export const MAX_FILES_BODY = 4 * 1024 * 1024

/** Largest body of a conversation call, in bytes. Imports and updates send all messages. */
export const MAX_CONVERSATION_BODY = 4 * 1024 * 1024

/** Largest OpenAI-style chat request in bytes. It may contain 9 MB of images as base64. */
export const MAX_COMPLETION_BODY = 12 * 1024 * 1024

/** Largest schema of a vendor, in characters. */
export const MAX_SCHEMA = 1_000_000

/**
 * Largest body of a call with such a schema, in bytes. In some languages, and with escapes, a
 * character takes several bytes.
 */
export const MAX_SCHEMA_BODY = 4 * 1024 * 1024
