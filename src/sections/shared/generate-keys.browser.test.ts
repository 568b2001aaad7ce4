import { expect, test } from 'vitest'
import { showGenerateShortcut } from '#sections/shared/generate-keys.browser.ts'

test('the Generate button shows its keys in the tooltip once the pointer reaches it', () => {
  const root = document.implementation.createHTMLDocument()
  root.body.innerHTML = `<span hidden data-generate-keys="Ctrl+Enter"></span>
    <form class="tool-form"><button id="verb" type="button"></button>
    <button type="submit"><i></i></button></form>`
  showGenerateShortcut(root)
  for (const part of root.querySelectorAll('i, #verb'))
    part.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(root.querySelector<HTMLElement>('[type="submit"]')?.title).toBe('Ctrl+Enter')
  expect(root.querySelector<HTMLElement>('#verb')?.title).toBe('')
})
