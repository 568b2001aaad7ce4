import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stripIconMetadata } from '#servers/hub/lean-icons.ts'
import createIcon from '#ui/create-icon.ts'

const PIN = readFileSync('node_modules/lucide-react/dist/esm/icons/pin.mjs', 'utf8')

test('removing unused icon data keeps everything that is drawn', async () => {
  const drawn = stripIconMetadata(PIN).replace(
    "import createLucideIcon from '../createLucideIcon.mjs'",
    'const createLucideIcon = () => null'
  )
  const { __iconData: icon } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(drawn)}`
  )) as {
    __iconData: Parameters<typeof createIcon>[0]
  }
  expect(Object.keys(icon)).toEqual(['node'])
  expect(icon.node.map(([tag, attributes]) => [tag, Object.keys(attributes)])).toEqual([
    ['path', ['d']],
    ['path', ['d']]
  ])
  const Pin = createIcon(icon)
  const markup = renderToStaticMarkup(
    createElement(Pin, { size: 18, strokeWidth: 1.75, className: 'flex-none' })
  )
  expect(markup).toMatch(
    /^<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75"/
  )
  expect(markup).toContain('aria-hidden="true" class="flex-none"><path d="M12 17v5"></path>')
  expect(
    renderToStaticMarkup(
      createElement(Pin, { role: 'img', 'aria-label': 'Pinned', 'aria-hidden': false })
    )
  ).toContain('aria-hidden="false" role="img" aria-label="Pinned"')
})
