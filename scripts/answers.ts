// `npm run gen:answers`: records the sandbox's answer to every example of the documentation. It
// takes some minutes. `npm run gen` adds `--missing`, which records only actions without an answer
// and removes actions that no longer exist. `-- flux kling` records only these services again. For
// tests, `--quick` makes media of one second, and a path ending in `.json` is written instead of
// the usual file.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVICES } from '#catalog/index.ts'
import { runChild } from './child.ts'

const ROOT = join(import.meta.dirname, '..')
const RECORD = join(ROOT, 'src/catalog/answers.json')

const words = process.argv.slice(2).filter(word => !word.startsWith('--'))
const path = words.find(word => word.endsWith('.json')) ?? RECORD
const ids = words.filter(word => !word.endsWith('.json'))
const isMissing = process.argv.includes('--missing')

const verbs = SERVICES.flatMap(({ id, actions = {} }) =>
  Object.keys(actions).map(verb => `${id}/${verb}`)
)
const before = JSON.parse(await readFile(RECORD, 'utf8')) as Record<string, unknown>
const kept = Object.keys(before).filter(name => verbs.includes(name))
const wanted = isMissing
  ? verbs.filter(name => !kept.includes(name))
  : verbs.filter(name => ids.length === 0 || ids.includes(name.split('/')[0] ?? ''))

if (!isMissing || wanted.length > 0 || kept.length < Object.keys(before).length)
  process.exitCode = await record()
process.exit()

/**
 * Writes the answers of all actions, in the order of the catalogue.
 * @returns the exit code of the formatter
 */
async function record(): Promise<number> {
  const all: Record<string, unknown> = { ...before, ...(wanted.length > 0 && (await newAnswers())) }
  await writeFile(path, JSON.stringify(Object.fromEntries(verbs.map(name => [name, all[name]]))))
  return runChild(process.execPath, ['node_modules/oxfmt/bin/oxfmt', path], { cwd: ROOT })
}

/**
 * Records the wanted answers. The servers are loaded only here, since `npm run gen` rarely needs
 * them.
 */
async function newAnswers(): Promise<Record<string, unknown>> {
  const { recordAnswers } = await import('../tests/support/recorded-answers.ts')
  return recordAnswers({ quick: process.argv.includes('--quick'), only: wanted })
}
