import { expect, test } from 'vitest'
import { readRepositoryFile } from './support/house/proofs.ts'

type Package = {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  scripts: Record<string, string>
  allowScripts: Record<string, boolean>
}
type Locked = { integrity?: string; inBundle?: true; hasInstallScript?: true; version?: string }

const own = JSON.parse(readRepositoryFile('package.json')) as Package
const { packages } = JSON.parse(readRepositoryFile('package-lock.json')) as {
  packages: Record<string, Locked>
}
const text = readRepositoryFile('docs/dependencies.md')

/** Names in the first column of the tables. One may end with `*`. */
const named = text
  .split('\n')
  .filter(line => line.startsWith('| `') && !/\|\s*\|$/.test(line))
  .flatMap(line =>
    [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  )
const fits = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

const used = Object.keys({
  ...own.dependencies,
  ...own.devDependencies,
  ...own.optionalDependencies
})

test('each dependency has one reason, and each reason a dependency', () => {
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(name => named.filter(each => fits(name, each)).length !== 1)).toEqual([])
  expect(named.filter(each => !used.some(name => fits(name, each)))).toEqual([])
})

test('no package runs a script when it is installed, except those that are listed', () => {
  const [, line = ''] = /^Packages with a script at installation: (.+)$/m.exec(text) ?? []
  const listed = [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '')
  expect(scripted.length).toBeGreaterThan(0)
  expect(scripted.filter(name => !listed.some(each => fits(name, each)))).toEqual([])
  expect(listed.filter(each => !scripted.some(name => fits(name, each)))).toEqual([])
  expect(Object.keys(own.allowScripts).filter(name => !scripted.includes(name))).toEqual([])
  // `esbuild` is part of every installation, and the only one that is.
  expect(own.allowScripts['esbuild']).toBe(false)
})

test('every locked package has a hash, or is inside one that has', () => {
  const entries = Object.entries(packages).filter(([path]) => path !== '')
  expect(entries.length).toBeGreaterThan(900)
  const open = entries.filter(([, { integrity, inBundle }]) => !integrity && inBundle !== true)
  expect(open.map(([path]) => path)).toEqual([])
  const weak = entries.filter(([, { integrity }]) => integrity && !integrity.startsWith('sha512-'))
  expect(weak.map(([path]) => path)).toEqual([])
})

test('the lock has the versions of package.json', () => {
  const versions = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies }
  // A second version of a package has another name here, and its own name before its version.
  const wrong = Object.entries(versions).filter(
    ([name, version]) =>
      packages[`node_modules/${name}`]?.version !== version.replace(/^npm:.+@/, '')
  )
  expect(wrong).toEqual([])
})

test('an update waits as many days as the rules say', () => {
  expect(own.scripts['update']).toBe('npm install --save-exact --min-release-age=7')
  expect(text).toContain('A new version waits seven days')
})
