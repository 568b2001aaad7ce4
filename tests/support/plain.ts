import { expect, type Page } from 'playwright/test'

/** Names of products, models, vendors, languages and formats, and words of the wire: the same in every language. */
const NAMES = new RegExp(
  [
    'Polymuse|ChatGPT|DeepSeek|Grok|OpenAI|OpenAPI|xAI|fal\\b|Google Gemini|GitHub|Stripe|WeChat|Alipay|Chromium|Chrome|Playwright|Linux',
    'gpt-[\\w.-]+|deepseek-[\\w.-]+|grok-[\\w.-]+|3\\.0 standard|SQLite|PostgreSQL|curl|JavaScript|Python|hub, platform, auth, api',
    'English|Deutsch|Português|Español|Français|Italiano|Polski|Suomi|Svenska',
    // What the browser's own tables say of numbers, dates and money follows the language by itself.
    '\\b\\d+ (second|minute|hour|day)s?\\b|\\bU[TS]C?D?\\b|\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\b|[\\w ]+ \\([A-Z]{3}\\)|\\b[A-Z]{3}\\b',
    // Addresses, ids, keys and calls.
    '\\S+@\\S+|\\b\\w+://\\S+|/[\\w/.-]+|\\{ ?"[\\s\\S]*\\}|\\b[0-9a-f]{8}\\b(-[0-9a-f-]+)?|person-\\S+|operator\\b|\\bpm_\\w+|\\[sandbox:[^\\]]*\\]'
  ].join('|'),
  'g'
)

/**
 * What of a page stands there in plain English: in its title, its texts, and its attributes that are shown or read out.
 * What came from the languages' files stands between ⟦ and ⟧.
 * @param own what the person of the journey wrote, and names that it gave
 */
export async function plainWords(page: Page, own: readonly string[] = []): Promise<string[]> {
  const texts = await page.evaluate(readPage)
  return [...new Set(texts)].flatMap(text => {
    const rest = own.reduce((left, words) => left.replaceAll(words, ' '), withoutStrings(text)).replace(NAMES, ' ')
    return /[A-Za-z]{3,}/.test(rest) ? [text.replaceAll(/\s+/g, ' ').trim()] : []
  })
}

export async function speaksPseudo(page: Page, own: readonly string[] = []): Promise<void> {
  expect.soft(await plainWords(page, own), page.url()).toEqual([])
}

/** Sentences hold sentences: the innermost go first. */
function withoutStrings(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
  return rest === text ? text : withoutStrings(rest)
}

/** Runs in the browser: texts by the block that they stand in, for a sentence may be cut by code or a link; and attributes. */
function readPage(): string[] {
  const OWN = 'code, pre, kbd, script, style, noscript, svg, bdi, [dir=auto], [dir=ltr], textarea'
  const ATTRIBUTES = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description', 'aria-valuetext', 'data-copied']
  const blocks = new Map<Element, string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node
    if (parentElement === null || parentElement.closest(OWN) !== null) continue
    let block: Element = parentElement
    while (block.parentElement !== null && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    blocks.set(block, (blocks.get(block) ?? '') + (node.textContent ?? ''))
  }
  const named = [...document.querySelectorAll(ATTRIBUTES.map(name => `[${name}]`).join())].filter(element => element.closest(OWN) === null)
  const attributes = named.flatMap(element => ATTRIBUTES.flatMap(name => element.getAttribute(name) ?? []))
  return [document.title, ...blocks.values(), ...attributes]
}
