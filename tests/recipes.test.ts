// Follows docs/recipes/service.md in a copy of the project, word for word.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES } from '#i18n/locale.ts'
import { FULL_DOSE } from './support/dose.ts'
import { startNpm } from './support/npm.ts'
import { changedFiles, filesOf, followRecipe, translateEcho } from './support/recipe.ts'
import { createWholeProject } from './support/small-project.ts'

const ROOT = join(import.meta.dirname, '..')
const RECIPES = join(ROOT, 'docs/recipes')
const recipe = readFileSync(join(RECIPES, 'service.md'), 'utf8')

const VITEST = 'exec --offline -- vitest run --project'
const unit = (...names: string[]): string =>
  [VITEST, 'unit', ...names.map(name => `${name}.test.ts`)].join(' ')
const sqlite = (...names: string[]): string =>
  [VITEST, 'sqlite', ...names.map(name => `tests/http/${name}.test.ts`)].join(' ')

/** The commands that npm runs in the copy. Without the full dose, only the quick ones run. */
const CHECKS: readonly { name: string; args: string; full?: true }[] = [
  { name: 'the linter', args: 'exec --offline -- oxlint --deny-warnings src/catalog' },
  {
    name: 'the formatter',
    args: 'exec --offline -- oxfmt --check src/catalog locales docs/prices.md docs/providers.md'
  },
  {
    name: 'the quick tests',
    args: unit('scripts/providers-table', 'scripts/prices-table', 'src/sections/frame/groups')
  },
  // The build must come first, since it writes types that the type check reads.
  { name: 'the build', args: 'run build', full: true },
  { name: 'the type check', args: 'exec --offline -- tsc --noEmit -p .', full: true },
  {
    name: 'the slow tests',
    args: unit(
      'src/i18n/hub',
      'tests/architecture',
      'tests/catalog',
      'tests/languages',
      'tests/answers',
      'tests/pictures'
    ),
    full: true
  },
  {
    name: 'the server tests',
    args: sqlite('services', 'tool-text', 'polling', 'public-pages', 'findable'),
    full: true
  }
]

describe('the recipe for a service', () => {
  let project: ReturnType<typeof createWholeProject>
  let before: Map<string, string>
  let followed: string[]
  let generated: string[]
  beforeAll(async () => {
    project = createWholeProject()
    before = filesOf(project.folder)
    followed = [...followRecipe(project.folder, recipe), ...translateEcho(project.folder)]
    const own = filesOf(project.folder)
    await run('run gen')
    generated = changedFiles(own, filesOf(project.folder))
  }, 120_000)
  afterAll(() => project.remove())

  /** Runs npm in the copy and expects exit code 0. */
  async function run(args: string): Promise<void> {
    const { code, output } = await startNpm(args.split(' '), { NODE_ENV: 'test' }, project.folder)
      .ended
    expect(code, output).toBe(0)
  }

  test('changes the folder of the service and its strings, and nothing else by hand', () => {
    const touched = changedFiles(before, filesOf(project.folder)).filter(
      path => !generated.includes(path)
    )
    expect(touched).toEqual(followed.toSorted())
    expect(
      touched.filter(path => !/^(src\/catalog\/echo\/|locales\/[\w-]+\/echo\.json$)/.test(path))
    ).toEqual([])
    expect(touched).toHaveLength(2 + LOCALES.length)
  })

  test('lists every file that npm run gen writes', () => {
    const [, named = ''] = /You never edit these files by hand: (.*)/.exec(recipe) ?? []
    const listed = [...(named.split('. ')[0]?.matchAll(/`([^`]+)`/g) ?? [])].map(([, path]) => path)
    expect(generated.filter(path => !listed.includes(path))).toEqual([])
    expect(generated.length).toBeGreaterThan(3)
  })

  test.each(CHECKS.filter(({ full }) => FULL_DOSE || full !== true))(
    'passes $name',
    async ({ args }) => {
      await expect(run(args)).resolves.toBeUndefined()
    },
    600_000
  )
})

describe('the recipes', () => {
  const names = globSync('*.md', { cwd: RECIPES }).filter(name => name !== 'README.md')

  test('are all listed', () => {
    const list = readFileSync(join(RECIPES, 'README.md'), 'utf8')
    const linked = [...list.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name = '']) => name)
    expect(linked.toSorted()).toEqual(names.toSorted())
  })

  test.each(names)('%s names existing files, and commands of package.json', name => {
    const text = readFileSync(join(RECIPES, name), 'utf8')
    const paths = [...text.matchAll(/`((?:src|tests|scripts|locales|docs)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path
    )
    // Names that a recipe invents. Its files are named after its example or a language.
    const made = /echo|mirror|\bnl\b|nl\.md|021-/i
    expect(paths.filter(path => !made.test(path) && !existsSync(join(ROOT, path)))).toEqual([])
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, command = '']) => command)
    expect(commands.filter(command => scripts[command] === undefined)).toEqual([])
    expect(text.match(/^\*\*\d\. /gm)?.length, basename(name)).toBeGreaterThanOrEqual(5)
  })
})
