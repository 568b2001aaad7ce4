import { expect, test } from 'vitest'
import { namesTwice } from './names.ts'

test('an exported name that two modules share is found for functions, classes and constants', () => {
  const sources = [
    { file: 'src/client/a.ts', text: 'export function load() {}\nexport const MOST = 1' },
    { file: 'src/servers/b.ts', text: 'export const load = () => {}\nexport class Order {}' },
    { file: 'src/ui/c.ts', text: 'export class Order {}\nconst MOST = 2' }
  ]
  expect(namesTwice(sources)).toEqual([
    'load: src/client/a.ts, src/servers/b.ts',
    'Order: src/servers/b.ts, src/ui/c.ts'
  ])
})

test('types may repeat, and so may names that a framework requires', () => {
  const sources = [
    { file: 'src/pages/a.ts', text: 'export const GET = 1\nexport type Row = 1' },
    { file: 'src/pages/b.ts', text: 'export const GET = 2\nexport type Row = 2' }
  ]
  expect(namesTwice(sources)).toEqual([])
  const elsewhere = sources.map(each => ({ ...each, file: each.file.replace('pages', 'ui') }))
  expect(namesTwice(elsewhere)).toEqual(['GET: src/ui/a.ts, src/ui/b.ts'])
})
