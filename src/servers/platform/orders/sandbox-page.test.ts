import { expect, test } from 'vitest'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { sandboxPage } from '#servers/platform/orders/sandbox-page.ts'

const page = {
  order: { price: 1200, state: 'Pending' } as OrderRow,
  payable: true,
  locale: 'ar',
  back: 'https://lumen.example/console/orders/1'
} as const

test('the demo payment page shows the brand of its site, and loads its icon alone', async () => {
  const brand = {
    title: 'Lumen & <Co>',
    icon: 'https://files.example/icon.png',
    accent: '#2266dd',
    theme: 'light'
  } as const
  const answer = sandboxPage({ ...page, brand })
  const text = await answer.text()
  expect(text).toContain('<bdi>Lumen &amp; &lt;Co&gt;</bdi>')
  expect(text).toContain('src="https://files.example/icon.png"')
  expect(text).toContain('color-scheme:light;')
  expect(text).toMatch(/--accent:light-dark\(#[\da-f]{6},#[\da-f]{6}\)/)
  expect(answer.headers.get('content-security-policy')).toContain(
    "default-src 'none'; img-src https://files.example;"
  )
})

test('an accent that is not a valid colour is not written into the page', async () => {
  const brand = { title: 'A', icon: 'https://a.example/i', theme: 'system' } as const
  const text = await sandboxPage({ ...page, brand: { ...brand, accent: 'red}' } }).text()
  expect(text).not.toContain('red}')
})
