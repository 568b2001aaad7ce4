/** Longest name of a file, in characters. */
const LONGEST = 200

/**
 * Invisible characters that break lines and headers, or reverse a name so that it looks like
 * another.
 */
// oxlint-disable-next-line eslint/no-control-regex -- it looks for control characters
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * Cleans the name that a sender gave, for display: the part after the last separator, without
 * characters that hide or mislead, at most 200 characters with its ending. It is never used as a
 * path.
 */
export function safeName(given: string): string {
  const shown = given.toWellFormed().replaceAll(HIDDEN, '')
  const last =
    shown
      .split(/[/\\]/)
      .findLast(part => part.trim() !== '')
      ?.trim() ?? ''
  return /^\.*$/.test(last) ? 'file' : shortened(last)
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= LONGEST) return name
  const ending = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? ''
  return characters.slice(0, LONGEST - [...ending].length).join('') + ending
}

/** Longest name in an address, without its ending, percent-encoded. */
const LONGEST_IN_ADDRESS = 120

/** Other endings of a type. */
const SAME: Readonly<Record<string, string>> = {
  '.jpeg': '.jpg',
  '.jpe': '.jpg',
  '.jfif': '.jpg',
  '.oga': '.ogg',
  '.opus': '.ogg',
  '.qt': '.mov',
  '.m4v': '.mp4',
  '.text': '.txt'
}

/**
 * Adds the ending that the bytes demand. A different ending stays before it, so that no part of the
 * name is lost.
 * @param extension with its dot
 */
export function withEnding(name: string, extension: string): string {
  return stemOf(name, extension) + extension
}

/**
 * Returns a name as a segment of an address: letters, digits and hyphens, other scripts
 * percent-encoded, and the ending.
 */
export function nameInAddress(name: string, extension: string): string {
  const words = stemOf(name, extension).toWellFormed().normalize('NFC')
  const plain = words.replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replaceAll(/^-|-$/g, '')
  let stem = ''
  for (const character of plain) {
    const written = encodeURIComponent(character)
    if (stem.length + written.length > LONGEST_IN_ADDRESS) break
    stem += written
  }
  return (stem || 'file') + extension
}

function stemOf(name: string, extension: string): string {
  const ending = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? ''
  const usual = SAME[ending.toLowerCase()] ?? ending.toLowerCase()
  return ending !== '' && usual === extension ? name.slice(0, -ending.length) : name
}

/**
 * Returns the `Content-Disposition` header with a file's name (RFC 6266): in plain letters for old
 * clients, and whole for all others.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/gu, '_')
  const whole = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}
