import { describe, expect, test } from 'vitest'
import { loginFlow, parseSurface } from '#core/login-flow.ts'

describe('the login flow', () => {
  test.each([
    ['popup', null, 'popup'],
    ['redirect', null, 'redirect'],
    ['popup', 'ios', 'popup'],
    ['redirect', 'android', 'popup']
  ] as const)('of a site with %s on %s is %s', (login, surface, flow) => {
    expect(loginFlow({ login }, surface)).toBe(flow)
  })

  test.each([
    ['ios', 'ios'],
    ['android', 'android'],
    ['IOS', null],
    ['', null],
    ['constructor', null],
    [null, null],
    [undefined, null]
  ])('reads the surface %s as %s', (word, surface) => {
    expect(parseSurface(word)).toBe(surface)
  })
})
