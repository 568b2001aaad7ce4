// `npm run release`: makes an archive that runs on a Linux machine without Node, npm, a compiler or
// a network. `-- --arch arm64` makes it for another processor, `-- --out <folder>` says where, and
// `-- --quick` packs one archive only, quickly and larger.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { execFileSync } from 'node:child_process'
import { ensureBuilt } from './build.ts'
import { bundle } from './bundle.ts'
import { endOnSignals } from './child.ts'
import { COMMANDS } from './release/commands.ts'
import { listComponents } from './release/components.ts'
import { writeLicenses } from './release/licenses.ts'
import { ARCHITECTURES, findNativePackages, readLock, type Architecture } from './release/native.ts'
import { hashFile, packFolder } from './release/pack.ts'
import { writeRelease } from './release/stage.ts'
import { listNeededFiles } from './release/trace.ts'

const ROOT = join(import.meta.dirname, '..')

type Wanted = { architecture: Architecture; out: string; quick: boolean }

function readArguments(): Wanted {
  const { values } = parseArgs({
    options: { arch: { type: 'string' }, out: { type: 'string' }, quick: { type: 'boolean' } }
  })
  const { arch = process.arch, out = join(ROOT, 'release'), quick = false } = values
  const architecture = ARCHITECTURES.find(each => each === arch)
  if (architecture === undefined)
    throw new Error(`--arch must be one of ${ARCHITECTURES.join(', ')}, not "${arch}"`)
  return { architecture, out: resolve(out), quick }
}

/**
 * Returns the time that all files of the archive get, in unix seconds: that of the last commit, so
 * that the same sources make the same bytes.
 * Source of the variable: https://reproducible-builds.org/docs/source-date-epoch/
 */
function timeOfSources(): number {
  const set = process.env['SOURCE_DATE_EPOCH']
  return Number(
    set ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' })
  )
}

async function makeRelease({ architecture, out, quick }: Wanted): Promise<void> {
  const written = timeOfSources()
  const version = readLock()['']?.version ?? ''
  const folder = join(out, `polymuse-${version}-linux-${architecture}`)
  await ensureBuilt()
  say('the commands are bundled')
  await bundle(COMMANDS, join(ROOT, 'dist/commands'))
  say('the files that they load are found')
  const files = await listNeededFiles()
  const downloads = join(out, `native-${architecture}`)
  const native = findNativePackages(architecture, downloads)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeRelease(folder, version, { files, native })
  const components = listComponents(architecture, written)
  const bill = `${JSON.stringify(components, null, 2)}\n`
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  writeFileSync(`${folder}.cdx.json`, bill)
  writeFileSync(join(folder, 'LICENSES.txt'), writeLicenses(components, native))
  rmSync(downloads, { recursive: true, force: true })
  say('the archives are packed')
  const archives = await packFolder(folder, written, quick)
  const made = [...archives, `${folder}.cdx.json`]
  const sums = await Promise.all(
    made.map(async file => `${await hashFile(file)}  ${basename(file)}`)
  )
  writeFileSync(`${folder}.sha256`, `${sums.join('\n')}\n`)
  made.forEach(say)
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

endOnSignals()
await makeRelease(readArguments()).catch((error: unknown) => {
  process.stderr.write(`The release failed: ${(error as Error).message}\n`)
  process.exitCode = 1
})
