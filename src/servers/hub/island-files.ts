import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A file of the browser build, as far as this module reads it. */
type BuiltFile = {
  type: 'chunk' | 'asset'
  fileName?: string
  isEntry?: boolean
  facadeModuleId?: string | null
  imports?: readonly string[]
  code?: string
}

/** Islands that are on no page. A script of a page imports them later by their address. */
const LATER_ISLANDS = [
  'src/islands/file-viewer.tsx',
  'src/islands/hover-previews.ts',
  'src/islands/palette.ts',
  'src/islands/player.ts'
]

/** The scripts that each island loads before it works, by the island's name. */
export type IslandFiles = Readonly<Record<string, readonly string[]>>

/** `ISLANDS`: the folder of islands. `RENDERER`: the folder of the module that hydrates them. */
const ISLANDS = '/src/islands/'
const RENDERER = '/@astrojs/react/'

/**
 * Lists the scripts of each island: its own, the renderer's, and all that these import. A page that
 * preloads them loads them all at once, instead of one level of imports after another. After the
 * island's own they go from the largest to the smallest, since the largest takes longest.
 */
export function listIslandFiles(bundle: Readonly<Record<string, BuiltFile>>): IslandFiles {
  const entries = Object.values(bundle).filter(file => file.isEntry === true)
  const named = (folder: string): [name: string, file: string][] =>
    entries.flatMap(({ facadeModuleId, fileName = '' }) =>
      facadeModuleId?.includes(folder) === true
        ? [[basename(facadeModuleId).replace(/\.tsx?$/, ''), fileName] as [string, string]]
        : []
    )
  const renderer = named(RENDERER).map(([, file]) => file)
  const lists = named(ISLANDS).map(([name, file]) => {
    const files = new Set([file, ...renderer])
    // Iterating over the set also visits the imports that are added to it meanwhile.
    for (const each of files) for (const next of bundle[each]?.imports ?? []) files.add(next)
    const size = (each: string): number => bundle[each]?.code?.length ?? 0
    const rest = [...files].slice(1).toSorted((a, b) => size(b) - size(a))
    return [name, [file, ...rest].map(each => `/${each}`)] as const
  })
  return Object.fromEntries(lists)
}

type Emitter = { emitFile(file: { type: 'chunk'; id: string }): string }

/** Writes the lists beside the folder of the browser build. `hub.ts` reads them. */
export const islandFilesPlugin = {
  name: 'polymuse:island-files',
  apply: 'build',
  applyToEnvironment: ({ name }: { name: string }): boolean => name === 'client',
  buildStart(this: Emitter): void {
    for (const id of LATER_ISLANDS) this.emitFile({ type: 'chunk', id })
  },
  async writeBundle(
    { dir = '' }: { dir?: string },
    bundle: Record<string, BuiltFile>
  ): Promise<void> {
    await writeFile(join(dirname(dir), 'islands.json'), JSON.stringify(listIslandFiles(bundle)))
  }
} as const
