// Records what the sandbox answers to every example of the documentation: `npm run gen:answers`, which takes some minutes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordAnswers } from '../tests/support/recorded-answers.ts'
import { runChild } from './child.ts'

const ROOT = join(import.meta.dirname, '..')
const PATH = 'src/catalog/answers.json'

await writeFile(join(ROOT, PATH), JSON.stringify(await recordAnswers()))
process.exitCode = await runChild(process.execPath, ['node_modules/oxfmt/bin/oxfmt', PATH], { cwd: ROOT })
process.exit()
