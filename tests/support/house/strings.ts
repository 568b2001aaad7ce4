import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from './locales.ts'

/**
 * Reads every group of a language.
 * @param root of the project
 */
export function readLanguage(root: string, locale: string): Language {
  const folder = join(root, 'locales', locale)
  return Object.fromEntries(
    globSync('*.json', { cwd: folder }).map(file => {
      return [
        file.replace('.json', ''),
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
      ]
    })
  )
}

/** Returns the keys as the source uses them: plural forms share one key. */
export function keysOf(language: Language): Set<string> {
  const all = Object.values(language).flatMap(group => Object.keys(group))
  const has = new Set(all)
  const shared = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')
  return new Set(all.map(key => (has.has(`${shared(key)}_other`) ? shared(key) : key)))
}
