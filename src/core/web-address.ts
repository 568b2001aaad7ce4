/**
 * Whitespace, control characters and characters that end an attribute. No legitimate URL contains
 * them.
 */
const STRANGE = /[\s\\"'<>`\p{Cc}]/u

/** The path of an uploaded file: its id, optionally followed by a file name. */
const OWN_FILE = /^\/files\/[\w-]{1,128}(?:\/(?:[\w-]|%[8-9A-F][\dA-F]){1,200}\.\w{1,16})?$/

/**
 * Checks whether a page may show or link a URL: only http(s) without a user name, or an uploaded
 * file.
 */
export function isWebAddress(text: string): boolean {
  if (STRANGE.test(text)) return false
  if (OWN_FILE.test(text)) return true
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
