import { pageTitle } from '#core/page-title.ts'
import { descriptionOf } from '#core/description.ts'

/** Shows the input of a field with `data-previews` in the preview while the admin types. */
export function improveSitePreview(root: Document): void {
  for (const input of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[data-previews]'
  )) {
    const shown = root.querySelectorAll<HTMLElement>(
      `[data-preview="${input.dataset['previews'] ?? ''}"]`
    )
    const show = (): void => {
      for (const each of shown) each.textContent = worded(each.dataset, input.value.trim())
    }
    input.addEventListener('input', show)
    // A browser that restores earlier input sends no event for it.
    show()
  }
}

/**
 * Returns the text of a part of the preview. With `locale` it is a description. With `site` the
 * input is a title pattern, and otherwise a title.
 */
function worded({ page, site, locale, fallback = '' }: DOMStringMap, typed: string): string {
  if (locale !== undefined) return descriptionOf(typed || fallback, locale)
  if (site !== undefined) return pageTitle(typed, page ?? '', site)
  return typed === '' ? fallback : [typed, page].filter(Boolean).join(' · ')
}
