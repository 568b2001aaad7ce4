import { createCanvas } from '@napi-rs/canvas'
import type { Page } from 'playwright/test'
import { accessible, expect, fits, hydrated, test } from '../support/browser.ts'
import { begin, fill, fillShared, uploadPicture } from '../support/filled.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

const MIXED = `# Tides

The moon pulls[^moon], the sun less[^sun]: $F = \\frac{2 G M m r}{d^3}$. A ticket costs $5 and $6.

$$
h(t) = \\frac{a_0}{2} + \\sum_{k=1}^{\\infty} a_k \\cos(k \\omega t), \\qquad \\mathbf{v} \\in \\mathbb{R}^3
$$

- [x] charts
- [ ] lamps

| port | high |
|---|--:|
| Brest | 7.1 m |

\`\`\`ts
const high = 7.1
\`\`\`

Broken: $\\frac{1$ and $\\nosuch{x}$.

[^moon]: By **twice** as much.
[^sun]: See \\(2 \\cdot 10^{30}\\,\\text{kg}\\).
`

function picture(colour: string): Buffer {
  const canvas = createCanvas(640, 320)
  const brush = canvas.getContext('2d')
  brush.fillStyle = colour
  brush.fillRect(0, 0, 640, 320)
  return canvas.encodeSync('png')
}

const answer = (page: Page) => page.locator('article').last()

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)

    test('an answer with all kinds of content renders: formulas as MathML, footnotes with links both ways', async ({
      page
    }) => {
      const access = await begin(page)
      await page.goto(
        await fill(
          page,
          access,
          [
            { role: 'user', content: 'Tides?' },
            { role: 'assistant', content: MIXED }
          ],
          locale
        )
      )
      await hydrated(page)
      const formulas = answer(page).locator('math')
      await expect(formulas).toHaveCount(3)
      await expect(formulas.nth(1)).toContainText('ℝ')
      await expect(answer(page)).toContainText('A ticket costs $5 and $6.')
      await expect(answer(page).getByText('\\nosuch{x}')).toBeVisible()
      // The fonts have loaded: KaTeX's letters, and the font that draws stretching symbols.
      for (const font of ['16px KaTeX', 'italic 16px KaTeX', '16px "Noto Sans Math"'])
        await expect.poll(() => page.evaluate(name => document.fonts.check(name), font)).toBe(true)
      await expect(answer(page).locator('pre code')).toHaveCSS('font-variant-ligatures', 'none')

      await answer(page)
        .getByRole('link', {
          name: t('chat.markdown.note').replace('{{number}}', '2'),
          exact: true
        })
        .click()
      const notes = answer(page).getByRole('region', { name: t('chat.markdown.notes') })
      await expect(notes.getByRole('listitem').nth(1)).toBeInViewport()
      await notes
        .getByRole('link', { name: t('chat.markdown.note_back').replace('{{number}}', '1') })
        .click()
      await expect(answer(page).locator('sup').first()).toBeInViewport()
      await accessible(page)
      await fits(page)
    })

    test('our own images stay in their box and open above the page, with arrows between them', async ({
      page
    }) => {
      const access = await begin(page)
      const [boat, sea] = await Promise.all(
        ['teal', 'navy'].map(colour =>
          uploadPicture(page, access, `${colour}.png`, picture(colour))
        )
      )
      const asked = [
        { type: 'text' as const, text: 'Look' },
        { type: 'image_url' as const, image_url: boat ?? '' }
      ]
      const said = `![The sea](${sea})\n\n![Elsewhere](https://example.com/a.png)`
      await page.goto(
        await fill(
          page,
          access,
          [
            { role: 'user', content: asked },
            { role: 'assistant', content: said }
          ],
          locale
        )
      )
      await hydrated(page)
      await expect(page.locator('article img')).toHaveCount(2)
      await expect(answer(page).getByRole('link', { name: 'Elsewhere' })).toBeVisible()

      const shown = page.getByRole('dialog')
      await page.getByRole('img', { name: t('chat.picture.plain') }).click()
      await expect(shown.getByRole('img')).toHaveAttribute('src', boat ?? '')
      await page.keyboard.press(locale === 'ar' ? 'ArrowLeft' : 'ArrowRight')
      await expect(shown.getByRole('img', { name: 'The sea' })).toHaveAttribute('src', sea ?? '')
      await expect(shown.getByRole('link', { name: t('chat.picture.download') })).toHaveAttribute(
        'href',
        `${sea}?download=1`
      )
      await accessible(page)
      await shown.getByRole('button', { name: t('chat.picture.previous') }).click()
      await expect(shown.getByRole('img')).toHaveAttribute('src', boat ?? '')
      await page.keyboard.press('Escape')
      await expect(shown).toHaveCount(0)
      await expect(page.locator('a[data-picture]').first()).toBeFocused()
      await fits(page)
    })
  })
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'formulas are readable as written, and images are links',
    { tag: '@all' },
    async ({ page }) => {
      const made = await page.request.post('/api/auth/sign-up/email', {
        data: { email: `plain-${process.pid}@example.com`, password: 'correct horse battery' }
      })
      expect(made.ok()).toBe(true)
      await page.goto('/auth/begin?redirect=/chatgpt/conversations')
      const { access_token } = (await (
        await page.request.post('/auth/session', { data: {} })
      ).json()) as { access_token: string }
      await page.goto(
        await fill(
          page,
          access_token,
          [
            { role: 'user', content: 'Tides?' },
            { role: 'assistant', content: MIXED }
          ],
          'en'
        )
      )
      await expect(
        answer(page).locator('code', { hasText: '\\frac{2 G M m r}{d^3}' })
      ).toBeVisible()
      await expect(answer(page).locator('sup a')).toHaveCount(2)
    }
  )
})

test(
  'a shared page colours its code, and its script copies it',
  { tag: '@all' },
  async ({ page, browser }) => {
    const t = wordsOf('en')
    const code = 'const tides = 2 // a day'
    const access = await begin(page)
    const address = await fillShared(page, access, [
      { role: 'user', content: 'Tides?' },
      { role: 'assistant', content: `\`\`\`ts\n${code}\n\`\`\`` }
    ])
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const reader = await plain.newPage()
    await reader.goto(address)
    await expect(reader.locator('pre span').first()).toHaveText('const')
    await expect(reader.getByRole('button')).toHaveCount(0)
    await plain.close()

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(address)
    await page.getByRole('button', { name: t('chat.code.copy') }).click()
    await expect(page.getByText(t('chat.turn.copied'))).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  }
)

// Desktop only: a phone is too narrow for 65 characters.
test(
  'lines of an answer have at most 75 characters, and usually 65 to 72',
  { tag: ['@all', '@desktop'] },
  async ({ page }) => {
    const access = await begin(page)
    const text =
      'The gravity of the Moon pulls the oceans towards it, so the water rises on the near side. '
    const content = `${text.repeat(8)}\n\n- ${text.repeat(8)}`
    await page.goto(
      await fill(
        page,
        access,
        [
          { role: 'user', content: 'Tides?' },
          { role: 'assistant', content }
        ],
        'en'
      )
    )
    await hydrated(page)
    const counts = await page
      .locator('article')
      .last()
      .locator('p, li')
      .evaluateAll(blocks =>
        blocks.map(block => {
          const lines = new Map<number, number>()
          const range = document.createRange()
          const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
            for (let at = 0; at < (node.textContent ?? '').length; at++) {
              range.setStart(node, at)
              range.setEnd(node, at + 1)
              const top = Math.round(range.getBoundingClientRect().top)
              lines.set(top, (lines.get(top) ?? 0) + 1)
            }
          return [...lines.values()]
        })
      )
    for (const lines of counts) {
      const whole = lines.slice(0, -1)
      expect(Math.max(...whole)).toBeLessThanOrEqual(75)
      const mean = whole.reduce((sum, each) => sum + each, 0) / whole.length
      expect(mean).toBeGreaterThan(62)
      expect(mean).toBeLessThan(72)
    }
  }
)
