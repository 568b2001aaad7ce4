type Player = Pick<typeof import('#islands/player.ts'), 'openPlayer'>

/**
 * Loads the player if the browser has kept its queue, or once the user presses a song,
 * `[data-song]`. This script imports no module, since browsers then get it within the page.
 * @param load loads the script of the player from its address
 */
export function improveSongs(
  root: Document,
  load = (address: string): Promise<Player> => import(/* @vite-ignore */ address)
): void {
  const address = root.querySelector<HTMLElement>('[data-player-script]')?.dataset['playerScript']
  if (address === undefined) return
  let begun = false
  const open = async (url?: string): Promise<void> => {
    // The room comes at once, so that nothing moves when the player is there.
    if (!begun) root.documentElement.setAttribute('data-player', '')
    // Some browsers let sound begin only in the click itself.
    const audio = begun || url === undefined ? undefined : soundOf(root, url)
    begun = true
    const { openPlayer } = await load(address)
    await openPlayer(url === undefined ? undefined : { url, audio })
  }
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-song]') : null
    const url = button?.dataset['song']
    if (url === undefined) return
    // A browser can play the file without our player.
    open(url).catch(() => location.assign(url))
  })
  const leaveNoRoom = (): void => root.documentElement.removeAttribute('data-player')
  if (isKept(root)) open().catch(leaveNoRoom)
  else leaveNoRoom()
}

/** Checks whether the browser has kept the queue of this page's user. */
function isKept({ documentElement: { dataset } }: Document): boolean {
  const { kept, person } = dataset
  try {
    const owner = localStorage.getItem(`${kept}owner`) ?? JSON.stringify(person)
    return localStorage.getItem(`${kept}player`) !== null && owner === JSON.stringify(person)
  } catch {
    return false
  }
}

/** Plays a song silently, until the player has loaded and turns it up. */
function soundOf(root: Document, url: string): HTMLAudioElement {
  const audio = root.createElement('audio')
  audio.crossOrigin = 'anonymous'
  audio.volume = 0
  audio.src = url
  audio.play().catch(() => undefined)
  return audio
}
