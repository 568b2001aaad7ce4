/**
 * Sheets with the pictures of options, in each service's folder. Browsers may cache them forever.
 */
const SHEETS = import.meta.glob<string>('/src/catalog/*/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default'
})

/**
 * Returns the addresses of the sheets that show a service's options, by field. `npm run
 * gen:pictures` draws them, with the pictures below each other in the order of the options. Only
 * pages call this; islands receive the result as a prop.
 */
export function picturesOf(id: string): Record<string, string> {
  const folder = `/src/catalog/${id}/pictures/`
  const own = Object.entries(SHEETS).filter(([path]) => path.startsWith(folder))
  return Object.fromEntries(
    own.map(([path, address]) => [path.slice(folder.length, -'.webp'.length), address])
  )
}
