import { importsOf, sidesOf } from './imports.ts'

type Source = { file: string; text: string }

/**
 * Finds circular imports, whether they import values or types, statically or dynamically. No file
 * of a circle can be read first.
 * @param sources of `src/`, whose imports begin with `#`
 * @returns each circle once, its files sorted by name
 */
export function circles(sources: readonly Source[]): string[][] {
  const known = new Set(sources.map(({ file }) => file))
  const targets = new Map(
    sources.map(({ file, text }) => [file, targetsOf(file, text).filter(each => known.has(each))])
  )
  const found = new Set<string>()
  for (const file of known) {
    const own = reachedFrom(file, targets)
    if (!own.has(file)) continue
    const members = [...own].filter(other => reachedFrom(other, targets).has(file))
    found.add(members.toSorted().join('\n'))
  }
  return [...found].map(each => each.split('\n'))
}

function targetsOf(file: string, text: string): string[] {
  const { server, browser } = sidesOf(file, text)
  const targets = [...importsOf(server), ...importsOf(browser)].map(({ target }) => target)
  return targets.filter(target => target.startsWith('#')).map(target => `src/${target.slice(1)}`)
}

function reachedFrom(file: string, targets: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const left = [...(targets.get(file) ?? [])]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    left.push(...(targets.get(next) ?? []))
  }
  return reached
}
