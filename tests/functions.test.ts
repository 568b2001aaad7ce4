import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longFunctions, MAX_FUNCTION } from './support/house/functions.ts'

const ROOT = join(import.meta.dirname, '..')
const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts'], { cwd: ROOT }).filter(
  file => !/\.test\.tsx?$/.test(file)
)
const long = files.flatMap(file => longFunctions(file, readFileSync(join(ROOT, file), 'utf8')))

test('no function exceeds the limit', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(long).toEqual([])
})

test('a long function is found by its name, its variable, or the call around it', () => {
  const body = 'a()\n'.repeat(MAX_FUNCTION)
  expect(longFunctions('a.ts', `function draw() {\n${body}}`)).toEqual(['a.ts draw'])
  expect(longFunctions('a.ts', `const draw = () => {\n${body}}`)).toEqual(['a.ts draw'])
  expect(longFunctions('a.ts', `app.on('get', () => {\n${body}})`)).toEqual(['a.ts app.on'])
  expect(longFunctions('a.ts', `function draw() {\n${body.slice(8)}}`)).toEqual([])
})
