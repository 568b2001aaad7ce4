// Records what the sandbox answers to every example of the documentation: `npm run gen:answers`, which takes some minutes.
// `-- --quick <file>` makes media of a second and writes elsewhere, as a test does.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordAnswers } from '../tests/support/recorded-answers.ts'
import { runChild } from './child.ts'

const ROOT = join(import.meta.dirname, '..')
const [path = join(ROOT, 'src/catalog/answers.json')] = process.argv.slice(2).filter(word => !word.startsWith('--'))

await writeFile(path, JSON.stringify(await recordAnswers(process.argv.includes('--quick'))))
process.exitCode = await runChild(process.execPath, ['node_modules/oxfmt/bin/oxfmt', path], { cwd: ROOT })
process.exit()
