/** How long a download may take to begin before its bytes are let go, in milliseconds. */
const KEPT = 60_000

/** Longest name, in bytes as file systems count them; room is left for an ending and a "(1)". */
const LONGEST = 180

/** What file systems take for something else, and what turns the direction of a name around. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const UNFIT = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** Names that belong to devices on Windows, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Hands a text to the browser as a file that it saves. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}

/**
 * A name for a file, in any language: the title as far as every file system takes it.
 * @param fallback for a title of which nothing is left
 */
export function fileName(title: string, ending: string, fallback: string): string {
  const clean = title.toWellFormed().normalize('NFC').replaceAll(UNFIT, ' ').replaceAll(/\s+/g, ' ')
  const name = trimmed(shortened(trimmed(clean)))
  const usable = DEVICE.test(name) ? `${name}_` : name
  return `${usable || fallback}.${ending}`
}

/** A leading dot hides a file, a trailing one is lost on Windows. */
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
