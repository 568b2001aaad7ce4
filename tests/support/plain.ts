import { expect, type Page } from 'playwright/test'
import { saysPlainly } from './house/plain-names.ts'

/**
 * Finds plain English in a page: in its title, its texts, attributes that users see or hear, and
 * images. `noscript` and the data for search engines count too.
 * @param own texts and names that the test's user has written
 */
export async function plainWords(page: Page, own: readonly string[] = []): Promise<string[]> {
  const texts = await page.evaluate(readPage)
  return [...new Set(texts)]
    .filter(text => saysPlainly(text, own))
    .map(text => text.replaceAll(/\s+/g, ' ').trim())
}

/** Expects a page to contain no plain English, only pseudo text. */
export async function speaksPseudo(page: Page, own: readonly string[] = []): Promise<void> {
  expect.soft(await plainWords(page, own), page.url()).toEqual([])
}

/**
 * Lists the texts and attributes of the page. Joins texts of a block, since code or a link may
 * split a sentence. Runs in the page.
 */
function readPage(): string[] {
  // The body itself has a direction too, so only look for `dir` below it. Times are formatted by
  // the browser.
  const OWN =
    'code, pre, kbd, script, style, noscript, bdi, body [dir=auto], body [dir=ltr], textarea, .table-time, time.tabular-nums'
  const ATTRIBUTES =
    'aria-label aria-description aria-roledescription aria-valuetext title alt placeholder label data-copied'.split(
      ' '
    )
  const META = [
    'description',
    'twitter:title',
    'twitter:description',
    'og:title',
    'og:description',
    'og:image:alt',
    'twitter:image:alt'
  ]
  /** Returns the texts of a tree, visible or not. */
  const textsOf = (root: Element): string[] => {
    const blocks = new Map<Element, string>()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node
      if (parentElement === null || parentElement.closest(OWN) !== null) continue
      let block: Element = parentElement
      while (block.parentElement !== null && getComputedStyle(block).display.startsWith('inline'))
        block = block.parentElement
      blocks.set(block, (blocks.get(block) ?? '') + (node.textContent ?? ''))
    }
    // `dir` marks an element with text by a user, but its attributes are still texts of the
    // product.
    const named = [...root.querySelectorAll(ATTRIBUTES.map(name => `[${name}]`).join())]
    return [
      ...blocks.values(),
      ...named.flatMap(element => ATTRIBUTES.flatMap(name => element.getAttribute(name) ?? []))
    ]
  }
  /** Returns the texts of a schema.org object. */
  const wordsIn = (thing: unknown): string[] => {
    if (typeof thing === 'string') return [thing]
    if (typeof thing !== 'object' || thing === null) return []
    const WIRE = ['@type', '@context', 'applicationCategory', 'operatingSystem', 'inLanguage']
    return Object.entries(thing).flatMap(([name, value]) =>
      WIRE.includes(name) ? [] : wordsIn(value)
    )
  }
  const parsed = [...document.querySelectorAll('noscript')].map(
    each => new DOMParser().parseFromString(each.textContent, 'text/html').body
  )
  const metas = [...document.querySelectorAll('meta')].filter(each =>
    META.includes(each.name || each.getAttribute('property') || '')
  )
  const things = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    each => JSON.parse(each.textContent) as unknown
  )
  return [
    document.title,
    ...[document.body, ...parsed].flatMap(textsOf),
    ...metas.map(each => each.content),
    ...things.flatMap(wordsIn)
  ]
}
