import { createElement, forwardRef } from 'react'
import { expect, test } from 'vitest'
import createIcon from '#ui/create-icon.ts'
import { iconMarkup } from '#ui/icon-markup.ts'

test('an icon is HTML that cannot end its element', () => {
  const icon = createIcon({
    node: [
      ['path', { d: 'M12 17v5' }],
      ['circle', { cx: '"><b>' }]
    ]
  })
  const html = '<path d="M12 17v5"></path><circle cx="&quot;&gt;&lt;b&gt;"></circle>'
  expect(iconMarkup(icon)).toBe(html)
  expect(iconMarkup(icon)).toBe(html)
})

test('React draws an icon of the library itself', () => {
  expect(iconMarkup(forwardRef(() => createElement('svg')))).toBeUndefined()
})
