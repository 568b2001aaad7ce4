/** Session storage key. It belongs to the tab, so that a second tab does not play as well. */
const KEY = 'playing'

/** How long the next page may take to begin, in milliseconds. */
const PATIENCE = 30_000

/** Tells the next page of this tab that a song was playing. */
export function savePlayingMark(): void {
  try {
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // In a browser that forbids storage the next page is silent.
  }
}

/**
 * Checks once whether the song of the page before goes on playing. After a reload it does not,
 * since many users reload a page to silence it.
 */
export function takePlayingMark(): boolean {
  try {
    const since = Date.now() - Number(sessionStorage.getItem(KEY) ?? 0)
    sessionStorage.removeItem(KEY)
    return since < PATIENCE && !isReload()
  } catch {
    return false
  }
}

function isReload(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit !== undefined && 'type' in visit && visit.type === 'reload'
}
