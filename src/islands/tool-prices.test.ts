import { expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import { toolPrices } from '#islands/tool-prices.ts'

test('the short price of a file that is not measured names its unit', () => {
  const service = findService('flux') ?? expect.fail('no flux')
  const t = (key: string, { price = '' }: Record<string, unknown> = {}): string => `${key} ${price}`
  const { shortOf } = toolPrices({ service, hub: { locale: 'en' }, t })
  expect(shortOf('images', { prompt: 'a boat', model: 'flux-dev', count: 2 })).toBe('0.8')
  const edit = { action: 'edit', image_url: 'https://api.example/a.png', model: 'flux-2-max' }
  expect(shortOf('images', edit)).toMatch(/^field\.price\.area field\.form\.price \d/)
})
