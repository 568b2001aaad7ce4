import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A file that a recipe tells its reader to create: "Create `path`:", and a block of code below. */
const CREATED = /Create `([^`<]+)`[^\n]*:\n\n```\w+\n([^]*?)```/g

/** Creates the files of a recipe, with the code that it shows. @returns their paths */
export function followRecipe(folder: string, recipe: string): string[] {
  return [...recipe.matchAll(CREATED)].map(([, path = '', text = '']) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    return path
  })
}

/** Keys of flux whose strings are used for keys of `echo` that flux does not have. */
const SPARE = ['flux.field.model', 'flux.option.action.generate', 'flux.option.action.edit']

/**
 * Writes the strings of `echo` in every language but English. They are copies of the strings of
 * flux, so they are in the right language.
 * @returns the paths of the new files
 */
export function translateEcho(folder: string): string[] {
  const read = (path: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, string>
  const keys = Object.keys(read('locales/en/echo.json')).filter(key => key !== 'echo.title')
  const others = readdirSync(join(folder, 'locales')).filter(locale => locale !== 'en')
  return others.map(locale => {
    const flux = read(`locales/${locale}/flux.json`)
    const spare = [...SPARE]
    const words = keys.map(key => [
      key,
      (flux[key.replace('echo.', 'flux.')] ?? flux[spare.shift() ?? ''] ?? '').replaceAll(
        'Flux',
        'Echo'
      )
    ])
    const path = `locales/${locale}/echo.json`
    writeFileSync(
      join(folder, path),
      `${JSON.stringify({ 'echo.title': 'Echo', ...Object.fromEntries(words) }, null, 2)}\n`
    )
    return path
  })
}

/** Returns the hash of every file of a copied project, by its path. */
export function filesOf(folder: string): Map<string, string> {
  const names = globSync('**/*', {
    cwd: folder,
    exclude: ['node_modules'],
    withFileTypes: true
  }).filter(entry => entry.isFile())
  const paths = names.map(({ parentPath, name }) => join(parentPath, name))
  const hash = (path: string): string =>
    createHash('sha256').update(readFileSync(path)).digest('hex')
  return new Map(paths.map(path => [path.slice(folder.length + 1), hash(path)]))
}

/** Lists the files that were added, changed or removed, as `git status` does. */
export function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>
): string[] {
  const all = new Set([...before.keys(), ...after.keys()])
  return [...all].filter(path => before.get(path) !== after.get(path)).toSorted()
}
