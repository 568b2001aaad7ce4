import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOT_OPENED, PAGES } from './pages.ts'

const ROOT = join(import.meta.dirname, '../../../src/pages')

/** Routes of the page files, without language prefixes. */
const routes = globSync('**/*.astro', { cwd: ROOT }).map(
  file => `/${file.replace(/(\/?index)?\.astro$/, '')}`
)

test('the crawl opens every page of the site, or gives a reason why not', () => {
  const known = new Set([...PAGES.map(([route]) => route), ...Object.keys(NOT_OPENED)])
  expect(routes.filter(route => !known.has(route))).toEqual([])
  expect([...known].filter(route => !routes.includes(route))).toEqual([])
})

test('every address matches its route', () => {
  const strangers = PAGES.flatMap(([route, , ...paths]) => {
    const pattern = new RegExp(`^${route.replaceAll(/\[\w+\]/g, '[^/]+')}(\\?.*)?$`)
    return paths.filter(path => route !== '/404' && !pattern.test(path))
  })
  expect(strangers).toEqual([])
})
