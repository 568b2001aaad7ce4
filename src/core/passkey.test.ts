import { expect, test } from 'vitest'
import { offersPasskeys } from '#core/passkey.ts'

test.each([
  ['https://studio.example/auth/account', true],
  ['http://localhost:4321/', true],
  ['http://a.localhost/', true],
  ['http://studio.example/', false],
  ['http://127.0.0.1:4321/', false],
  ['https://127.0.0.1/', false],
  ['https://[::1]/', false]
])('offers passkeys at %s: %s', (page, can) => expect(offersPasskeys(new URL(page))).toBe(can))
