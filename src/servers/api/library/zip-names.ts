import { safeName } from '#servers/files/file-name.ts'

/** Characters that Windows forbids in names. */
const FORBIDDEN = /[<>:"|?*]/g

/**
 * Returns a function that names the files of a zip: no paths, no control characters, and a number
 * where two would have the same name.
 * @param taken names that no file gets
 */
export function createZipNames(taken: readonly string[]): (given: string) => string {
  const used = new Set(taken)
  const counts = new Map<string, number>()
  return given => {
    const name = safeName(given).replaceAll(FORBIDDEN, '_')
    const [ending = ''] = /\.[^.\s]{1,16}$/u.exec(name) ?? []
    const stem = name.slice(0, name.length - ending.length)
    // Some file systems treat names as equal that differ only in upper and lower case.
    const key = name.toLowerCase()
    for (let count = counts.get(key) ?? 1; ; count++) {
      const numbered = count === 1 ? name : `${stem} (${count})${ending}`
      if (used.has(numbered.toLowerCase())) continue
      counts.set(key, count + 1)
      used.add(numbered.toLowerCase())
      return numbered
    }
  }
}
