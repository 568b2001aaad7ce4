import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_GENERATOR, generatorCommand } from '#core/client-generator.ts'
import { generated, MISTAKES, type TypedClient } from './support/typed-client.ts'

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts']
}

test('the documentation and this project use the same generator versions', () => {
  const { devDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  ) as {
    devDependencies: Record<string, string>
  }
  expect(devDependencies).toMatchObject(CLIENT_GENERATOR)
  expect(ts.version).toBe(CLIENT_GENERATOR.typescript)
  expect(generatorCommand('https://a.example/openapi.json')).toBe(
    `npx -p @hey-api/openapi-ts@${devDependencies['@hey-api/openapi-ts']} -p typescript@${ts.version} openapi-ts -i https://a.example/openapi.json -o src/studio`
  )
})

let client: TypedClient
beforeAll(async () => {
  client = await generated()
}, 60_000)
afterAll(() => client.remove())

test('the generated client types every call: the correct program compiles, each mistake is reported', () => {
  const program = ts.createProgram([client.program, client.wrong], OPTIONS)
  const wrong = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line
    return {
      file: file?.fileName,
      text: file?.text.split('\n')[line],
      says: ts.flattenDiagnosticMessageText(messageText, ' ')
    }
  })
  expect(wrong.filter(each => each.file !== client.wrong)).toEqual([])
  expect([...new Set(wrong.map(each => each.text))]).toEqual(MISTAKES.map(line => `void ${line}`))
}, 120_000)
