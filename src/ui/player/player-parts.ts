import { createHtmlElement, createIconElement } from '#ui/palette/palette-row.ts'
import { PLAYER_ICONS } from '#ui/player/strokes.ts'

type Icon = keyof typeof PLAYER_ICONS

/** Creates a button with an icon and no name yet, see {@link labelButton}. */
export function createPlayerButton(
  icon: Icon,
  act: (event: MouseEvent) => void
): HTMLButtonElement {
  const button = createHtmlElement('button', { type: 'button', class: 'icon-button' })
  drawPlayerIcon(button, icon)
  button.addEventListener('click', act)
  return button
}

/** Gives a button its name for screen readers and for the mouse. */
export function labelButton(button: HTMLElement, name: string): void {
  if (button.getAttribute('aria-label') === name) return
  button.setAttribute('aria-label', name)
  button.title = name
}

/** Shows an icon in a button instead of its present one. */
export function drawPlayerIcon(button: HTMLElement, icon: Icon, className = ''): void {
  if (button.dataset['icon'] === icon) return
  button.dataset['icon'] = icon
  const drawn = createIconElement([['path', { d: PLAYER_ICONS[icon] }]], className)
  if (drawn !== null) button.replaceChildren(drawn)
}

/** Creates a text with a direction of its own. */
export function createIsolatedText(tag: 'p' | 'span', className: string, text = ''): HTMLElement {
  return createHtmlElement(tag, { class: className }, createHtmlElement('bdi', {}, text))
}
