type Player = Pick<typeof import('#islands/player.ts'), 'openPlayer'>

/** The room that a page keeps for the player, above the bar of a phone. */
const ROOM = `:root{--player:4.25rem}
[data-player]{--bar:var(--player)}
@media (width<48rem){:root{--player:calc(44px + var(--control) + 13px)}
[data-player]{--bar:calc(3.5rem + env(safe-area-inset-bottom,0px) + var(--player))}
[data-player] .bar{block-size:calc(var(--bar) - var(--player))}}
@media (width<=500px) and (height<=480px) and (pointer:coarse){[data-player]{--bar:0px}}`

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
    if (!begun) keepRoom(root)
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
  if (isKept(root)) open().catch(() => root.documentElement.removeAttribute('data-player'))
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

/** Keeps the room before the player is there, so that nothing moves when it comes. */
function keepRoom(root: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(ROOM)
  root.adoptedStyleSheets.push(sheet)
  root.documentElement.setAttribute('data-player', '')
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
