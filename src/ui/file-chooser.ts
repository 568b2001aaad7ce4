/** Shows the name of each chosen file beside its button. */
export function nameChosenFiles(root: Document): void {
  for (const field of root.querySelectorAll<HTMLInputElement>('[data-chooser]')) {
    const name = root.querySelector(`[data-chosen="${field.id}"]`)
    field.addEventListener('change', () => {
      if (name !== null) name.textContent = field.files?.[0]?.name ?? ''
    })
  }
}
