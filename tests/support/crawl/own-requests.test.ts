import { EventEmitter } from 'node:events'
import type { BrowserContext, Page } from 'playwright/test'
import { expect, test } from 'vitest'
import { isOwnAddress, watchForeignRequests } from './own-requests.ts'

const OWN = 'http://127.0.0.1:4321'

test.each([
  [`${OWN}/flux`, true],
  ['ws://127.0.0.1:4321/feed', true],
  [`blob:${OWN}/0f1e`, true],
  ['data:image/png;base64,AA', true],
  ['about:blank', true],
  ['http://127.0.0.1:43210/flux', false],
  ['https://127.0.0.1:4321/flux', false],
  ['http://127.0.0.1:4321@evil.example/', false],
  ['https://fonts.example/inter.woff2', false],
  ['wss://feed.example/', false],
  ['blob:https://evil.example/0f1e', false]
])('%s is the studio’s: %s', (address, isOwn) => {
  expect(isOwnAddress(address, OWN)).toBe(isOwn)
})

test('a page that loads from elsewhere is found, by every kind of request', () => {
  const [context, first, second] = [new EventEmitter(), new EventEmitter(), new EventEmitter()]
  const watched = Object.assign(context, { pages: () => [first as unknown as Page] })
  const foreign = watchForeignRequests(watched as unknown as BrowserContext, OWN)
  const asks = (address: string) => ({ url: () => address })
  context.emit('request', asks(`${OWN}/flux`))
  context.emit('request', asks('https://cdn.example/a.js'))
  first.emit('websocket', asks('wss://feed.example/'))
  context.emit('page', second)
  second.emit('websocket', asks('ws://127.0.0.1:4321/feed'))
  second.emit('websocket', asks('wss://late.example/'))
  expect(foreign).toEqual([
    'https://cdn.example/a.js',
    'wss://feed.example/',
    'wss://late.example/'
  ])
})
