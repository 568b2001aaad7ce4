import { pageTitle } from '#core/page-title.ts'
import { descriptionOf } from '#core/description.ts'

/** Lets what is typed into a field with `data-previews` show in the preview at once, as it would after saving. */
export function improveSitePreview(root: Document): void {
  for (const input of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-previews]')) {
    const shown = root.querySelectorAll<HTMLElement>(`[data-preview="${input.dataset['previews'] ?? ''}"]`)
    const show = (): void => {
      for (const each of shown) each.textContent = worded(each.dataset, input.value.trim())
    }
    input.addEventListener('input', show)
    // A browser that brings back what was typed says nothing of it.
    show()
  }
}

/** What a part of the preview shows: a title where `page` is the page's own, by a pattern where it names the site; else a description. */
function worded({ page, site, locale, fallback = '' }: DOMStringMap, typed: string): string {
  if (locale !== undefined) return descriptionOf(typed || fallback, locale)
  if (site !== undefined) return pageTitle(typed, page ?? '', site)
  return typed === '' ? fallback : [typed, page].filter(Boolean).join(' · ')
}
