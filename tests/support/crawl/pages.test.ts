import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOT_OPENED, PAGES } from './pages.ts'

const ROOT = join(import.meta.dirname, '../../../src/pages')

/** Routes of the files, without the languages' prefixes. */
const routes = globSync('**/*.astro', { cwd: ROOT }).map(file => `/${file.replace(/(\/?index)?\.astro$/, '')}`)

test('the crawl opens every page of the site, or says why not', () => {
  const known = new Set([...PAGES.map(([route]) => route), ...Object.keys(NOT_OPENED)])
  expect(routes.filter(route => !known.has(route))).toEqual([])
  expect([...known].filter(route => !routes.includes(route))).toEqual([])
})

test('each address belongs to its route', () => {
  const strangers = PAGES.flatMap(([route, , ...paths]) => {
    const pattern = new RegExp(`^${route.replaceAll(/\[\w+\]/g, '[^/]+')}(\\?.*)?$`)
    return paths.filter(path => route !== '/404' && !pattern.test(path))
  })
  expect(strangers).toEqual([])
})
