/** Sheets with the pictures of choices, each in its service's folder; addresses that a browser keeps for good. */
const SHEETS = import.meta.glob<string>('/src/catalog/*/pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/**
 * Addresses of the sheets that show a service's choices, by field: `npm run gen:pictures` draws them. On a sheet the pictures
 * stand below each other in the order of the options. For pages; islands are handed it.
 */
export function picturesOf(id: string): Record<string, string> {
  const folder = `/src/catalog/${id}/pictures/`
  const own = Object.entries(SHEETS).filter(([path]) => path.startsWith(folder))
  return Object.fromEntries(own.map(([path, address]) => [path.slice(folder.length, -'.webp'.length), address]))
}
