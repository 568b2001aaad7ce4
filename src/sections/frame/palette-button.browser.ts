import type { PaletteData } from '#client/palette.ts'

type Palette = Pick<typeof import('#islands/palette.ts'), 'openPalette'>

/**
 * Opens the palette by Ctrl+K or ⌘K, and by buttons. The palette's script and list are loaded when
 * it opens for the first time. This script imports no module, so that the build can inline it in
 * the page.
 * @param load loads the script of the palette from its address
 */
export function improvePaletteButtons(
  root: Document,
  load = (address: string): Promise<Palette> => import(/* @vite-ignore */ address)
): void {
  const button = root.querySelector<HTMLElement>('[data-palette]')
  if (button === null) return
  const { palette = '', places = '', failed = '' } = button.dataset
  const apple = /Mac|iP(hone|ad|od)/.test(navigator.platform)
  if (apple) nameAppleKeys(button)
  let parts: Promise<[Palette, PaletteData]> | null = null
  const open = async (): Promise<void> => {
    try {
      parts ??= Promise.all([load(palette), list(places)])
      const [{ openPalette }, data] = await parts
      openPalette(data, places)
    } catch {
      parts = null
      notify(root, failed)
    }
  }
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-opens-palette]') !== null) void open()
  })
  root.addEventListener('keydown', event => {
    if (!isShortcut(event, apple)) return
    const dialog = root.querySelector<HTMLDialogElement>('dialog[open]')
    // Another dialog over the page handles the keys itself.
    if (dialog !== null && dialog.id !== 'palette') return
    event.preventDefault()
    if (dialog === null) void open()
    else dialog.close()
  })
}

/** @throws Error when the server does not answer */
async function list(address: string): Promise<PaletteData> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the palette answered ${answer.status}`)
  return (await answer.json()) as PaletteData
}

/**
 * Checks for the shortcut. On a keyboard without Latin letters, the key at the position of K
 * counts. On a Latin keyboard the letter counts, since layouts differ.
 */
function isShortcut(press: KeyboardEvent, apple: boolean): boolean {
  const [wanted, other] = apple ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (!wanted || other || press.shiftKey || press.altKey) return false
  if (press.isComposing || press.repeat) return false
  return /^[a-z]$/i.test(press.key) ? press.key.toLowerCase() === 'k' : press.code === 'KeyK'
}

function nameAppleKeys(button: HTMLElement): void {
  button.setAttribute('aria-keyshortcuts', 'Meta+K')
  const keys = button.querySelector('kbd')
  if (keys !== null) keys.textContent = '⌘K'
}

/** Shows a failure over the page. A click removes it. */
function notify(root: Document, text: string): void {
  const note = root.createElement('p')
  note.className = 'plan-lost'
  note.setAttribute('role', 'alert')
  note.textContent = text
  note.addEventListener('click', () => note.remove())
  root.body.append(note)
}
