import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#i18n/locale.ts'
import { circles } from './support/house/circles.ts'
import {
  environmentReads,
  lengthOf,
  outboundConnections,
  partialTests,
  rawHtml,
  tooLong,
  wrongName
} from './support/house/code.ts'
import { importsOf, wrongImports } from './support/house/imports.ts'
import { staleCognates } from './support/house/cognates.ts'
import { keysTwice, wrongStrings, type Language } from './support/house/locales.ts'
import { namesTwice } from './support/house/names.ts'
import { strangeSentences } from './support/house/plain-sentences.ts'
import { packagesAtStart } from './support/house/start.ts'
import { readGlossary, strayWords } from './support/house/words.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const sources = globSync('src/**/*.{ts,tsx,astro}', { cwd: ROOT }).map(file => ({
  file,
  text: read(file)
}))
const shipped = sources.filter(({ file }) => !/\.test\.tsx?$/.test(file))
const others = globSync(['tests/**/*.ts', 'scripts/**/*.ts', '*.config.{ts,mjs}'], {
  cwd: ROOT
}).map(file => ({ file, text: read(file) }))
const everything = [...sources, ...others]
const styles = globSync('src/styles/*.css', { cwd: ROOT }).map(file => ({ file, text: read(file) }))

/** Packages that take much memory and that many servers never need. */
const USED_LATER =
  /^(ai|@ai-sdk\/.*|@napi-rs\/canvas|sharp|nodemailer|stripe|@tus\/.*|mediabunny|fontkitten|jsqr|h264-mp4-encoder|wasm-media-encoders|prom-client|@opentelemetry\/(sdk-trace|exporter-.*|resources))$/

type Rule = (file: string, text: string) => string[]
const broken = (rule: Rule, files: typeof sources): string[] =>
  files.flatMap(({ file, text }) => rule(file, text))

describe('architecture rules', () => {
  test('the globs find the source files', () => {
    expect(shipped.length).toBeGreaterThan(50)
  })
  test('imports point downwards, and no server file reaches a browser', () => {
    expect(broken(wrongImports, shipped)).toEqual([])
  })
  test('no files import each other in a circle', () => {
    // Markdown blocks contain footnotes and footnotes contain blocks, so this one circle is
    // allowed.
    const answers = ['MarkdownBlock.tsx', 'MarkdownInline.tsx', 'MarkdownNotes.tsx'].map(
      name => `src/ui/chat/${name}`
    )
    expect(circles(shipped)).toEqual([answers])
  })
  test('no file exceeds the line limit', () => {
    const lengths = shipped.map(({ text }) => lengthOf(text)).toSorted((a, b) => a - b)
    process.stdout.write(
      `median of src: ${lengths[Math.floor(lengths.length / 2)]} lines, ${lengths.length} files\n`
    )
    expect(broken(tooLong, [...everything, ...styles])).toEqual([])
  })
  test('the sandbox stays small', () => {
    const sandbox = shipped.filter(({ file }) => file.startsWith('src/sandbox/'))
    const lines = sandbox.reduce((sum, { text }) => sum + lengthOf(text), 0)
    expect(lines).toBeGreaterThan(1000)
    expect(lines).toBeLessThanOrEqual(2500)
  })
  test('only the egress module opens outbound connections', () => {
    expect(broken(outboundConnections, shipped)).toEqual([])
  })
  test('a start loads no package that is first used later', () => {
    const loaded = packagesAtStart(ROOT, 'src/servers/main.ts')
    expect(loaded).toContain('kysely')
    expect(loaded.filter(name => USED_LATER.test(name))).toEqual([])
  })
  test('a start reads no TypeScript', () => {
    // Node's TypeScript loader takes 20 MB, which the server would keep.
    const scripts = ['scripts/run.mjs', 'scripts/start.mjs', 'src/servers/production.mjs']
    const targets = scripts.flatMap(file => importsOf(read(file))).map(({ target }) => target)
    expect(targets.filter(target => !target.startsWith('node:'))).toEqual([])
  })
  test('only the launcher reads the environment', () => {
    expect(broken(environmentReads, shipped)).toEqual([])
  })
  test('no text becomes HTML without escaping', () => {
    expect(broken(rawHtml, shipped)).toEqual([])
  })
  test('no test is skipped or focused', () => {
    expect(broken(partialTests, everything)).toEqual([])
  })
  test('a name is exported by one module of the source', () => {
    expect(namesTwice(shipped)).toEqual([])
  })
  test('comments and titles of tests are plain sentences', () => {
    expect(broken(strangeSentences, [...everything, ...styles])).toEqual([])
  })
  test('file names follow one convention', () => {
    expect(sources.flatMap(({ file }) => wrongName(file))).toEqual([])
  })
})

test('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    read('package.json')
  ) as Record<string, Record<string, string>>
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(
    versions.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  ).toEqual([])
})

describe('the locale files', () => {
  const folders = readdirSync(join(ROOT, 'locales'))
  const load = (locale: string): Language =>
    Object.fromEntries(
      globSync('*.json', { cwd: join(ROOT, 'locales', locale) }).map(file => {
        return [
          file.replace('.json', ''),
          JSON.parse(read(`locales/${locale}/${file}`)) as Record<string, string>
        ]
      })
    )
  const english = load('en')

  test('every language has a folder, and every folder belongs to a language', () => {
    expect(folders.toSorted()).toEqual([...LOCALES].toSorted())
  })
  test.each(LOCALES)(
    '%s has the same groups, keys and placeholders as English, and all of its plural forms',
    locale => {
      expect(wrongStrings(locale, load(locale), english)).toEqual([])
    }
  )
  test.each(LOCALES)(
    '%s has no duplicate key and no stale word in its list of words shared with English',
    locale => {
      const twice = globSync(`locales/${locale}/*.json`, { cwd: ROOT }).flatMap(file =>
        keysTwice(read(file)).map(key => `${file}: ${key}`)
      )
      const texts = new Set(Object.values(load(locale)).flatMap(group => Object.values(group)))
      expect([...twice, ...staleCognates(locale, texts)]).toEqual([])
    }
  )
  test.each(LOCALES)('%s uses the terms of its glossary', locale => {
    // The sandbox's songs are verse: they may say "you" and "song" as songs do.
    const isVerse = (line: string): boolean => line.startsWith('sandbox.song.')
    expect(
      strayWords(locale, load(locale), readGlossary(ROOT, locale)).filter(line => !isVerse(line))
    ).toEqual([])
  })
})
