import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const MARKS: Record<string, string> = {
  '&#39;': "'",
  '&#x27;': "'",
  '&quot;': '"',
  '&#34;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&'
}

export type Language = 'curl' | 'javascript' | 'python'

/**
 * Code that a page of the documentation prints. `language` is null unless the code is one of
 * several samples.
 */
export type Snippet = { language: Language | null; text: string }

/** Returns every code sample of a served page, in order. */
export function snippetsIn(html: string): Snippet[] {
  return [
    ...html.matchAll(/<div class="docs-code"([^>]*)>\s*<pre[^>]*><code[^>]*>([\s\S]*?)<\/code>/g)
  ].map(([, attributes = '', code = '']) => ({
    language: (/data-language="(\w+)"/.exec(attributes)?.[1] ?? null) as Language | null,
    text: code.replaceAll(/&(#39|#x27|#34|quot|lt|gt|amp);/g, mark => MARKS[mark] ?? mark)
  }))
}

/** Returns the code blocks of a language in a Markdown text. */
export function blocksIn(markdown: string, language: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text
  )
}

/** A folder of its own with installed npm packages, which runs code. */
export type Terminal = {
  folder: string
  /**
   * Runs code as a user who has copied it.
   * @returns its output
   * @throws Error if it fails
   */
  run(snippet: Snippet, environment?: Record<string, string>): Promise<string>
  /**
   * Parses code without running it.
   * @returns a line for each sample with a syntax error
   */
  parse(snippets: readonly Snippet[]): Promise<string[]>
  close(): Promise<void>
}

const ENDINGS: Record<Language, string> = { curl: 'sh', javascript: 'mjs', python: 'py' }

/**
 * Programs that parse all files of a language and report errors by file. One process reads them
 * all, since starting a process takes longer than parsing a file.
 */
const READERS: Record<Language, [program: string, ...args: string[]]> = {
  curl: ['sh', '-c', 'for file; do sh -n "$file" 2>&1 || true; done', 'sh'],
  javascript: [
    process.execPath,
    '--experimental-vm-modules',
    '--no-warnings',
    '-e',
    `for (const path of process.argv.slice(1))
      try { new vm.SourceTextModule(fs.readFileSync(path, 'utf8')) } catch (error) { console.log(path, error.message) }`
  ],
  python: [
    'python3',
    '-c',
    `import ast, sys
for path in sys.argv[1:]:
    try: ast.parse(open(path).read())
    except SyntaxError as error: print(path, error)`
  ]
}

/** Opens a folder in which code samples run with our npm packages. */
export async function openTerminal(): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-terminal-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  let files = 0
  const call = async (
    program: string,
    args: readonly string[],
    environment: Record<string, string>
  ): Promise<string> => {
    const env = { PATH: process.env['PATH'] ?? '', ...environment }
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: folder,
      env,
      timeout: 300_000,
      maxBuffer: 10_000_000
    })
    return stdout
  }
  const write = async ({ language, text }: Snippet): Promise<string> => {
    const path = join(folder, `snippet-${files++}.${ENDINGS[language ?? 'curl']}`)
    await writeFile(path, text)
    return path
  }
  return {
    folder,
    async run(snippet, environment = {}) {
      const path = await write(snippet)
      if (snippet.language === 'javascript') return call(process.execPath, [path], environment)
      if (snippet.language === 'python') return call('python3', [path], environment)
      return call('sh', ['-e', path], environment)
    },
    async parse(snippets) {
      const said = Object.entries(READERS).map(async ([language, [program, ...args]]) => {
        const own = snippets.filter(snippet => (snippet.language ?? 'curl') === language)
        return call(program, [...args, ...(await Promise.all(own.map(write)))], {})
      })
      return (await Promise.all(said)).flatMap(text => text.split('\n').filter(line => line !== ''))
    },
    close: () => rm(folder, { recursive: true, force: true })
  }
}
