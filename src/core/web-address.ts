/** Whitespace, control characters and what ends an attribute: no part of an address that anybody typed in good faith. */
const STRANGE = /[\s\\"'<>`\p{Cc}]/u

/** A file that was uploaded here: its id, and the name that clients tell it by. */
const OWN_FILE = /^\/files\/[\w-]{1,128}(?:\/(?:[\w-]|%[8-9A-F][\dA-F]){1,200}\.\w{1,16})?$/

/** May a page show or link this? Only http(s) without a user name, or one of our own files. */
export function isWebAddress(text: string): boolean {
  if (STRANGE.test(text)) return false
  if (OWN_FILE.test(text)) return true
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
