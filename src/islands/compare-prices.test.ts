import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { priceOf } from '#core/price.ts'
import { readForm } from '#core/form.ts'
import { translator } from '#i18n/hub.ts'
import { priceOfModel, comparePriceText, totalPrice } from '#islands/compare-prices.ts'

const t = translator('en')
const tool = { service: 'flux', model: 'flux-2-pro', price: null }
const chat = { service: 'chat', model: 'gpt', price: { input: 1000, output: 20_000 } }

test('a tool costs what its form shows, a chat about what a question costs', () => {
  const quote = priceOfModel(tool, { flux }, 'A fox')
  const { action, values } = {
    action: flux.actions.images,
    values: readForm(flux.actions.images, { prompt: 'A fox', model: 'flux-2-pro' }).values
  }
  expect(quote).toEqual({ micro: priceOf(action.price, values), unit: undefined, about: false })
  expect(priceOfModel(chat, {}, '')).toEqual({ micro: 10_000, about: true })
})

test('the total is an estimate if one of its prices is', () => {
  const [exact, about] = [priceOfModel(tool, { flux }, 'A'), priceOfModel(chat, {}, '')]
  expect(totalPrice([exact, exact])).toEqual({ micro: 2 * exact.micro, about: false })
  expect(totalPrice([exact, about])).toEqual({ micro: exact.micro + 10_000, about: true })
  expect(totalPrice([{ micro: 1, unit: 'characters', about: false }]).about).toBe(true)
})

test('a price says whether it is an estimate', () => {
  expect(comparePriceText({ micro: 2_000_000, about: false }, 'en', t)).toBe('2 credits')
  expect(comparePriceText({ micro: 10_000, about: true }, 'en', t)).toBe('about 0.01 credits')
})
