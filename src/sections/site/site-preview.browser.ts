import { titleTagline } from '#core/claim.ts'
import { pageTitle } from '#core/page-title.ts'
import { metaDescription } from '#core/description.ts'

type Input = HTMLInputElement | HTMLTextAreaElement

/** Shows the input of a field with `data-previews` in the preview while the admin types. */
export function improveSitePreview(root: Document): void {
  // In reverse order, because a title may include the description, which must be updated first.
  const inputs = [...root.querySelectorAll<Input>('[data-previews]')].toReversed()
  const show = (): void => {
    for (const { dataset, value } of inputs)
      for (const shown of partsOf(root, dataset['previews']))
        shown.textContent = worded(root, shown.dataset, value.trim())
  }
  for (const input of inputs) input.addEventListener('input', show)
  // A browser that restores earlier input sends no event for it.
  show()
}

function partsOf(root: Document, name = ''): NodeListOf<HTMLElement> {
  return root.querySelectorAll<HTMLElement>(`[data-preview="${name}"]`)
}

/**
 * Returns the text of a part of the preview. With `locale` it is a description. With `site` the
 * input is a title pattern, and otherwise a title. With `claim` the title includes the description
 * named by `claimed` where that is short.
 */
function worded(root: Document, part: DOMStringMap, typed: string): string {
  const { page = '', site, locale, claim, claimed, fallback = '' } = part
  if (locale !== undefined) return metaDescription(typed || fallback, locale)
  if (site !== undefined) return pageTitle(typed, page, site)
  const described = partsOf(root, claimed)[0]?.textContent.trim() ?? ''
  const own = claim === undefined ? page : titleTagline(described, claim)
  return typed === '' ? fallback : [typed, own].filter(Boolean).join(' · ')
}
