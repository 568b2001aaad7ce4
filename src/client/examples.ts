/** Addresses of a tool's result for one example; empty where there is none. */
export type Example = { picture: string; film: string; sound: string }

/**
 * Example results of the tools, in each service's folder. Browsers may cache their addresses
 * forever.
 */
const FILES = import.meta.glob<string>('/src/catalog/*/examples/*.{webp,mp4,mp3}', {
  eager: true,
  query: '?url',
  import: 'default'
})

/**
 * Returns a tool's results for its six examples, as far as they exist. `scripts/examples.ts`
 * creates them. Only pages call this; islands receive the result as a prop.
 */
export function examplesOf(id: string): Example[] {
  const found = (number: number, ending: string): string =>
    FILES[`/src/catalog/${id}/examples/${number}.${ending}`] ?? ''
  return [1, 2, 3, 4, 5, 6].map(number => ({
    picture: found(number, 'webp'),
    film: found(number, 'mp4'),
    sound: found(number, 'mp3')
  }))
}
