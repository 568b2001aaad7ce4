import { expect, test } from 'vitest'
import { headLinks, here, publicOrigin, signOutAddress } from '#layouts/head.ts'

const page = (address: string, origin = 'https://studio.example', locales: string[] = []) => ({
  url: new URL(address),
  origin,
  locale: 'de' as const,
  path: '/flux',
  site: { locales }
})

test('canonical and alternates name the site, not the address it was asked by', () => {
  const { canonical, alternates } = headLinks(page('https://20261121.studio.example/de/flux?x=1'))
  expect(canonical).toBe('https://studio.example/de/flux')
  expect(alternates).toContainEqual({ language: 'en', address: 'https://studio.example/flux' })
  expect(alternates).toContainEqual({ language: 'zh-CN', address: 'https://studio.example/zh-CN/flux' })
  expect(alternates.at(-1)).toEqual({ language: 'x-default', address: 'https://studio.example/flux' })
})

test('languages that a site does not offer are named nowhere', () => {
  const languages = (...locales: string[]) => headLinks(page('https://studio.example/de/flux', undefined, locales)).alternates
  expect(languages('ar', 'en').map(each => each.language)).toEqual(['en', 'ar', 'x-default'])
  expect(languages('ar', 'de').at(-1)).toEqual({ language: 'x-default', address: 'https://studio.example/ar/flux' })
  expect(languages('xx').map(each => each.language)).toEqual(['en', 'de', 'zh-CN', 'ar', 'x-default'])
})

test('a loopback page names its own address, since nobody can open the placeholder', () => {
  const hub = page('http://127.0.0.1:4321/de/flux', 'http://localhost-0d2c')
  expect(publicOrigin(hub)).toBe('http://127.0.0.1:4321')
})

test('a slash at the end is no other page', () => {
  expect(headLinks({ ...page('https://studio.example/de/flux/'), path: '/flux/' }).canonical).toBe('https://studio.example/de/flux')
  expect(headLinks({ ...page('https://studio.example/de'), path: '/' }).canonical).toBe('https://studio.example/de')
})

test('signing out comes back to the page with its query', () => {
  const hub = page('https://studio.example/de/flux?prompt=a%20b&x=1')
  expect(here(hub)).toBe('/de/flux?prompt=a%20b&x=1')
  expect(new URL(signOutAddress(hub), hub.url).searchParams.get('redirect')).toBe('/de/flux?prompt=a%20b&x=1')
})
