import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Strings } from '#i18n/translate.ts'

/** The address of this file in the source. The build moves the code to another folder. */
const HERE = pathToFileURL(createRequire(import.meta.url).resolve('#i18n/read-strings.server.ts'))

/**
 * Reads the strings of one group in one language. Callers cache them. They read a language when it
 * is first used, since the files of all languages have 6 MB.
 * @param group a file of `locales/<lang>/`
 * @throws Error when the file is missing
 */
export function readStrings(language: string, group: string): Strings {
  const file = new URL(`../../locales/${language}/${group}.json`, HERE)
  return JSON.parse(readFileSync(file, 'utf8')) as Strings
}
