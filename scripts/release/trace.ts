import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { listNativePackages } from './native.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The programs of a release; everything else in it is there because one of them loads it. */
const PROGRAMS = ['dist/servers/*.mjs', 'dist/commands/*.mjs', 'dist/server/entry.mjs']

/** Libraries that programs load by `createRequire`, which is not followed. */
const REQUIRED = ['@napi-rs/canvas', 'h264-mp4-encoder']

/** Files that programs read by a path which they put together while they run. */
const READ = [
  'dist/client/**/*',
  'dist/islands.json',
  'locales/*/*.json',
  'public/examples/*',
  'src/i18n/read-strings.server.ts',
  'src/servers/production.mjs',
  'node_modules/@fontsource-variable/{inter,noto-*}/{package.json,unicode.json,LICENSE}',
  'node_modules/@fontsource-variable/{inter,noto-*}/files/*-wght-normal.woff2'
]

/** Folders of the project whose traced files belong into a release. */
const OURS = /^(dist|locales|public\/examples|node_modules)\//

/**
 * Packages that a traced library names but never loads here: a compiler that `astro-i18next` needs
 * only while it builds.
 */
const UNUSED = /^node_modules\/@esbuild\//

/**
 * Lists the files that the built programs load, found by following their imports. Packages with
 * machine code are left out, since their files differ by processor.
 * @returns paths within the project, sorted
 */
export async function listNeededFiles(): Promise<string[]> {
  const { resolve } = createRequire(import.meta.url)
  const programs = [
    ...PROGRAMS.flatMap(pattern => globSync(pattern, { cwd: ROOT })),
    ...REQUIRED.map(name => resolve(name))
  ]
  const { fileList } = await nodeFileTrace(programs, { base: ROOT, processCwd: ROOT })
  const read = READ.flatMap(pattern => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  const native = listNativePackages(process.arch === 'arm64' ? 'arm64' : 'x64')
  const traced = [...fileList].filter(
    file =>
      OURS.test(file) &&
      !UNUSED.test(file) &&
      !native.some(name => file.startsWith(`node_modules/${name}/`))
  )
  return [...new Set([...traced, ...read])].toSorted()
}
