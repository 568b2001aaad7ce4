/**
 * The data of a download is freed after this time, in milliseconds. The download must begin before.
 */
const KEPT = 60_000

/**
 * The longest name, in bytes as file systems count them. It leaves room for an extension and a
 * "(1)".
 */
const LONGEST = 180

/**
 * Characters that file systems reject or interpret, and those that change the direction of a name.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const UNFIT = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** Names that Windows reserves for devices, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Makes the browser save a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}

/**
 * Creates a file name from a title in any language, without what some file systems do not allow.
 * @param ending extension without a dot
 * @param fallback used if nothing of the title is left
 */
export function fileName(title: string, ending: string, fallback: string): string {
  const clean = title.toWellFormed().normalize('NFC').replaceAll(UNFIT, ' ').replaceAll(/\s+/g, ' ')
  const name = trimmed(shortened(trimmed(clean)))
  const usable = DEVICE.test(name) ? `${name}_` : name
  return `${usable || fallback}.${ending}`
}

/**
 * Removes dots and spaces at both ends: a leading dot hides a file, and Windows drops a trailing
 * one.
 */
function trimmed(name: string): string {
  return name.replaceAll(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
}

function shortened(name: string): string {
  const encoder = new TextEncoder()
  let [kept, size] = ['', 0]
  for (const character of name) {
    size += encoder.encode(character).byteLength
    if (size > LONGEST) break
    kept += character
  }
  return kept
}
