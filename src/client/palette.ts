import type { SearchEntry } from '#core/find-matches.ts'
import type { Strings } from '#i18n/translate.ts'

/** An icon's SVG elements, each with a tag and attributes. */
export type IconDrawing = readonly (readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>
])[]

/** A page that the palette offers. Its id is its address without a language. */
export type PaletteEntry = SearchEntry & {
  href: string
  /** A second line. */
  line?: string | undefined
  icon?: IconDrawing | undefined
}

export type PaletteGroup = {
  title: string
  icon?: IconDrawing | undefined
  /** Its entries show only when the user searches for them. */
  quiet?: true
  entries: readonly PaletteEntry[]
}

/** Icons of the palette itself, and of rows that the page adds. */
type PaletteIcon = 'search' | 'close' | 'link' | 'theme' | 'language'

/** The answer of `/palette`: all that its user may open, and the strings of the palette. */
export type PaletteData = {
  groups: readonly PaletteGroup[]
  /** Whether `/palette?search=` finds chats and results of the user. */
  findsOwn: boolean
  icons: Readonly<Record<PaletteIcon, IconDrawing | undefined>>
  t: Strings
}

/**
 * Finds chats and results of the user by their words.
 * @param address of the palette
 * @returns groups with the best match first
 * @throws Error when the server does not answer
 */
export async function findEntries(
  address: string,
  search: string,
  signal: AbortSignal
): Promise<readonly PaletteGroup[]> {
  const answer = await fetch(`${address}?${new URLSearchParams({ search })}`, { signal })
  if (!answer.ok) throw new Error(`the search answered ${answer.status}`)
  return (await answer.json()) as readonly PaletteGroup[]
}
