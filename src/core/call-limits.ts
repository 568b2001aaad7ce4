/** How many calls a caller makes within how many seconds: runs that are begun, looking, changing. */
export const CALL_LIMITS = {
  spend: { points: 60, seconds: 60 },
  read: { points: 1200, seconds: 60 },
  write: { points: 300, seconds: 60 }
} as const

/** Hours for which an `Idempotency-Key` is remembered. */
export const KEY_HOURS = 24

/** Largest JSON body that a call may bring, in bytes. Files have their own way in. */
export const MAX_BODY = 4 * 1024 * 1024

/** The same of a question in OpenAI's form, with the pictures that a model reads: base64 makes a third more of 20 MB. */
export const MAX_COMPLETION_BODY = 28_000_000
