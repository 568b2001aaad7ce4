import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export type Checked = { files: ts.SourceFile[]; checker: ts.TypeChecker }

/**
 * Type-checks all shipped files of `src/`, with pages converted to components.
 * @param root of the project
 */
export function checkedSources(root: string): Checked {
  const names = globSync('src/**/*.{ts,tsx,astro}', { cwd: root }).filter(
    name => !/\.test\.tsx?$/.test(name)
  )
  const pages = new Map(
    names
      .filter(name => name.endsWith('.astro'))
      .map(name => [join(root, `${name}.tsx`), asComponent(readFileSync(join(root, name), 'utf8'))])
  )
  const roots = [
    ...names.filter(name => !name.endsWith('.astro')).map(name => join(root, name)),
    ...pages.keys()
  ]
  const program = ts.createProgram(roots, optionsOf(root), hostOf(root, pages))
  return {
    files: roots.flatMap(name => program.getSourceFile(name) ?? []),
    checker: program.getTypeChecker()
  }
}

/** Type-checks one component without imports. */
export function checkedText(text: string): Checked {
  const file = ts.createSourceFile('src/a.tsx', text, ts.ScriptTarget.Latest, true)
  const options: ts.CompilerOptions = {
    noLib: true,
    types: [],
    jsx: ts.JsxEmit.Preserve,
    strict: true
  }
  const host = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name: string) => (name === file.fileName ? file : undefined)
  }
  return {
    files: [file],
    checker: ts.createProgram([file.fileName], options, host).getTypeChecker()
  }
}

function optionsOf(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: ['src/env.d.ts'] },
    ts.sys,
    root
  )
  return { ...options, noEmit: true, skipLibCheck: true, jsx: ts.JsxEmit.Preserve }
}

function hostOf(root: string, pages: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(optionsOf(root))
  const { fileExists, readFile } = host
  host.fileExists = name => pages.has(name) || fileExists(name)
  host.readFile = name => pages.get(name) ?? readFile(name)
  return host
}

/**
 * Converts a page: the frontmatter, the markup as an expression after it, and each script as a
 * block.
 */
function asComponent(text: string): string {
  const [, front = '', rest = text] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text) ?? []
  const scripts = [...rest.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body)
  const markup = rest.replace(
    /<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<!doctype[^>]*>/gi,
    ''
  )
  const props = /\b(type|interface) Props\b/.test(front) ? 'Props' : 'object'
  return [
    front,
    `const Astro = null as unknown as import('astro').AstroGlobal<${props}>`,
    `export const page = <>${markup}</>`,
    ...scripts
  ].join('\n')
}
