import { createElement, forwardRef } from 'react'
import { expect, test } from 'vitest'
import createIcon from '#ui/create-icon.ts'
import { iconLines } from '#ui/icon-lines.ts'

test('an icon of our own has SVG elements to read, and an icon of the library has none', () => {
  const node = [
    ['path', { d: 'M12 17v5' }],
    ['circle', { cx: '1', cy: '2', r: '3' }]
  ] as const
  expect(iconLines(createIcon({ node }))).toEqual(node)
  expect(iconLines(createIcon({ node: [node[0]] }))).toEqual([node[0]])
  expect(iconLines(forwardRef(() => createElement('svg')))).toBeUndefined()
})
