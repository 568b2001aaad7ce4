/** Adds the shortcut to the tooltip of the button that generates, once the pointer reaches it. */
export function showGenerateShortcut(root: Document): void {
  const keys = root.querySelector<HTMLElement>('[data-generate-keys]')?.dataset['generateKeys']
  if (keys === undefined) return
  root.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof Element)) return
    const button = target.closest<HTMLElement>('.tool-form [type="submit"]')
    if (button !== null) button.title = keys
  })
}
