/** Addresses of what a tool made of an example; empty where there is none. */
export type Example = { picture: string; film: string; sound: string }

/** Small things that tools have made, each in its service's folder; addresses that a browser keeps for good. */
const FILES = import.meta.glob<string>('/src/catalog/*/examples/*.{webp,mp4,mp3}', { eager: true, query: '?url', import: 'default' })

/** What a tool made of its six examples, as far as it is there: `scripts/examples.ts` makes it. For pages; islands are handed it. */
export function examplesOf(id: string): Example[] {
  const found = (number: number, ending: string): string => FILES[`/src/catalog/${id}/examples/${number}.${ending}`] ?? ''
  return [1, 2, 3, 4, 5, 6].map(number => ({ picture: found(number, 'webp'), film: found(number, 'mp4'), sound: found(number, 'mp3') }))
}
