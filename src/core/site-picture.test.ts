import { expect, test } from 'vitest'
import { sitePictureChange } from '#core/site-picture.ts'

const site = {
  features: { chat: true, support: { enabled: true, wechat: { enabled: false, qr: '/files/new' } } }
}
const code = (qr: string): object => ({
  support: { enabled: true, wechat: { enabled: false, qr } }
})

test.each(['logo', 'favicon'] as const)('a new %s replaces the one last seen, or any', kind => {
  expect(sitePictureChange(site, kind, '', '/files/old')).toEqual({
    [kind]: '',
    base: { [kind]: '/files/old' }
  })
  expect(sitePictureChange(site, kind, '', '')).toEqual({ [kind]: '', base: { [kind]: '' } })
  expect(sitePictureChange(site, kind, '/files/x', null)).toEqual({ [kind]: '/files/x' })
})

test('a new QR code keeps the other contacts', () => {
  expect(sitePictureChange(site, 'wechat', '', '/files/old')).toEqual({
    features: code(''),
    base: { features: code('/files/old') }
  })
  expect(sitePictureChange(site, 'wechat', '', null)).toEqual({
    features: code(''),
    base: { features: code('/files/new') }
  })
})

test.each([
  {},
  { support: null },
  { support: [] },
  { support: { wechat: 'x' } },
  { support: { wechat: { qr: 1 } } }
])('a new QR code fits into any stored features: %j', features => {
  const change = sitePictureChange({ features }, 'wechat', '/files/x', null)
  expect(change.features).toMatchObject({ support: { wechat: { qr: '/files/x' } } })
  expect(change.base?.features).toMatchObject({ support: { wechat: { qr: '' } } })
})
