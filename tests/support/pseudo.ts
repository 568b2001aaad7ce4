import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = [
  'src',
  'locales',
  'public',
  'scripts',
  // They make the servers of the copy quicker, with what they import.
  ...['quick-hash', 'light-media', 'dose', 'seeded'].map(name => `tests/support/${name}.ts`),
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'astro.config.mjs',
  'astro-i18next.config.mjs'
]

/** The pseudo languages: one is left to right, the other is right to left. */
const PSEUDO_LOCALES = ['en', 'ar']

const PLAIN = 'AEIOUYaeiouyCcNnSsZz'
const ACCENTED = 'ÅÉÎÖÛÝåéîöûýÇçÑñŠšŽž'

/**
 * Turns a text into pseudo text that is still readable: accented letters, a third longer, between ⟦
 * and ⟧. Placeholders and code stay the same.
 */
function pseudo(text: string): string {
  const accented = text
    .split(/(\{\{\w+\}\}|`[^`]*`)/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : [...part].map(letter => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')
    )
    .join('')
  return `⟦${accented}${'·'.repeat(Math.ceil(text.length / 3))}⟧`
}

/**
 * Builds a copy of the project in its own folder, in which English and Arabic are {@link pseudo}.
 */
export async function pseudoTree(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'polymuse-pseudo-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const name of globSync(`locales/{${PSEUDO_LOCALES.join()}}/*.json`, { cwd: folder }))
    rewrite(join(folder, name))
  const build = spawn(process.execPath, ['scripts/build.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  for (const stream of [build.stdout, build.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(build, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The pseudo site could not be built:\n${said}`)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Returns all strings of a language as they are in the copy with pseudo text. */
export function pseudoStrings(locale: string): Record<string, string> {
  const files = globSync(`locales/${locale}/*.json`, { cwd: ROOT })
  return Object.assign({}, ...files.map(name => readPseudo(join(ROOT, name)))) as Record<
    string,
    string
  >
}

function rewrite(file: string): void {
  writeFileSync(file, JSON.stringify(readPseudo(file)))
}

function readPseudo(file: string): Record<string, string> {
  const strings = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  return Object.fromEntries(strings.map(([key, text]) => [key, pseudo(text)]))
}
