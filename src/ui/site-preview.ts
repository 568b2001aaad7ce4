/** Lets what is typed into a form with `data-previews` show in the preview at once, as it would after saving. */
export function improveSitePreview(root: Document): void {
  for (const input of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-previews]')) {
    const shown = root.querySelectorAll<HTMLElement>(`[data-preview="${input.dataset['previews'] ?? ''}"]`)
    const show = (): void => {
      for (const each of shown) each.textContent = input.value.trim() || (each.dataset['fallback'] ?? '')
    }
    input.addEventListener('input', show)
    // A browser that brings back what was typed says nothing of it.
    show()
  }
}
