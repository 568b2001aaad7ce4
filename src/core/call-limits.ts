/** How many calls a caller makes within how many seconds: runs that are begun, looking, changing. */
export const CALL_LIMITS = {
  spend: { points: 60, seconds: 60 },
  read: { points: 1200, seconds: 60 },
  write: { points: 300, seconds: 60 }
} as const

/** Hours for which an `Idempotency-Key` is remembered. */
export const KEY_HOURS = 24

/** Largest JSON body of a call whose row says nothing else, in bytes. Files have their own way in. */
export const MAX_BODY = 64 * 1024

/** Largest body of a change to a site, which may bring all of its settings, in bytes. */
export const MAX_SITE_BODY = 256 * 1024

/** Largest body of a call that takes files, in bytes: some clients put them into the call itself, as base64. */
export const MAX_FILES_BODY = 4 * 1024 * 1024

/** Largest body of a conversation's call, in bytes: imports and changes bring all that was said. */
export const MAX_CONVERSATION_BODY = 4 * 1024 * 1024

/** Largest question in OpenAI's form, in bytes, with its pictures as base64: 9 MB of them. */
export const MAX_COMPLETION_BODY = 12 * 1024 * 1024
