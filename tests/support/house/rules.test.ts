import { expect, test } from 'vitest'
import { circles } from './circles.ts'
import {
  environmentReads,
  MAX_LINES,
  MAX_TEST_LINES,
  outboundConnections,
  partialTests,
  rawHtml,
  tooLong,
  wrongName
} from './code.ts'
import { importsOf, wrongImports } from './imports.ts'
import { staleCognates } from './cognates.ts'
import { keysTwice, wrongStrings } from './locales.ts'

test.each([
  ['src/core/problem.ts', "import { $session } from '#stores/session.ts'"],
  ['src/core/problem.ts', "import { check } from '../servers/lib/parse.ts'"],
  ['src/core/problem.ts', "import { readFileSync } from 'node:fs'"],
  ['src/contract/site.ts', "import { chat } from '#catalog/index.ts'"],
  ['src/contract/site.ts', "export * from '#client/hub.ts'"],
  ['src/client/hub.ts', "import { siteSchema } from '#contract/site.ts'"],
  ['src/client/hub.ts', "import { type Site } from '#contract/site.ts'"],
  ['src/stores/a.ts', "import { z } from 'zod'"],
  ['src/stores/a.ts', "const late = () => import('#islands/Chat.tsx')"],
  ['src/ui/A.tsx', "import { B } from '#islands/B.tsx'"],
  ['src/ui/A.tsx', "import type { Config } from '#servers/config.ts'"],
  ['src/islands/A.tsx', "import { groupTranslator } from '#i18n/sentences.server.ts'"],
  ['src/islands/A.tsx', "import { SERVICES } from '#catalog/index.ts'"],
  ['src/islands/A.tsx', "import config from '../../package.json'"],
  ['src/catalog/veo/service.ts', "import { openai } from '#providers/openai.ts'"],
  ['src/providers/openai.ts', "import { chat } from '#catalog/chat/service.ts'"],
  ['src/pages/index.astro', "---\nimport { readConfig } from '#servers/config.ts'\n---\n<p/>"],
  [
    'src/pages/index.astro',
    "---\nconst a = 1\n---\n<script>\nimport { SERVICES } from '#catalog/index.ts'\n</script>"
  ],
  [
    'src/pages/a.astro',
    "---\nconst a = 1\n---\n<script>\nimport { a } from '#sections/site/a.ts'\n</script>"
  ],
  ['src/sections/site/a.browser.ts', "import { b } from '#sections/site/b.server.ts'"],
  ['src/sections/site/a.browser.ts', "import { z } from 'zod'"],
  ['src/sections/site/a.browser.ts', "import { SERVICES } from '#catalog/index.ts'"],
  ['src/sections/operator/a.ts', "import { b } from '#sections/console/b.ts'"],
  ['src/sections/site/A.astro', "---\nimport B from '#sections/login/B.astro'\n---\n<p/>"],
  ['src/ui/A.tsx', "import { b } from '#sections/site/b.ts'"],
  ['src/servers/platform/a.ts', "import { b } from '#servers/api/b.ts'"],
  ['src/servers/auth/a.ts', "import type { B } from '#servers/platform/b.ts'"],
  ['src/servers/ledger/a.ts', "import { b } from '#servers/platform/b.ts'"],
  ['src/servers/main.ts', "import { Chat } from '#islands/Chat.tsx'"],
  ['src/servers/main.ts', "import { hubInfo } from '#client/hub.ts'"]
])('%s may not import by: %s', (file, text) => {
  expect(wrongImports(file, text)).toHaveLength(1)
})

test.each([
  [
    'src/stores/a.ts',
    "import type { Site } from '#contract/site.ts'\nimport { atom } from 'nanostores'"
  ],
  ['src/catalog/veo/provider.server.ts', "import { openai } from '#providers/openai.ts'"],
  ['src/i18n/sentences.server.ts', "import { readFileSync } from 'node:fs'"],
  [
    'src/pages/index.astro',
    "---\nimport { SERVICES } from '#catalog/index.ts'\nimport en from '../../locales/en/chat.json'\n---\n<p/>"
  ],
  [
    'src/layouts/Base.astro',
    "---\nimport '#styles/base.css'\n---\n<script>\nimport { a } from '#stores/a.ts'\n</script>"
  ],
  [
    'src/sections/site/A.astro',
    "---\nimport B from '#sections/frame/B.astro'\nimport { tryReadPlatform } from '#client/find.server.ts'\n---\n<p/>"
  ],
  [
    'src/sections/site/a.browser.ts',
    "import { b } from '#sections/site/b.browser.ts'\nimport { c } from '#ui/c.ts'"
  ],
  ['src/servers/studio.ts', "import { createApi } from '#servers/api/api.ts'"],
  ['src/servers/api/a.ts', "import { b } from '#servers/ledger/b.ts'"],
  ['src/servers/hub/hub.ts', "import type { HubRequest } from '#client/hub.ts'"],
  [
    'src/core/a.ts',
    "// import { x } from '#stores/x.ts'\nconst text = \"import { x } from '#stores/x.ts'\""
  ]
])('%s may import by: %s', (file, text) => {
  expect(wrongImports(file, text)).toEqual([])
})

test('every form of import is found', () => {
  const text =
    "import a, { b as c, type D } from 'x'\nimport * as e from 'y'\nimport 'z'\nexport { f } from 'v'\nawait import('w')\nimport type G from 'u'"
  expect(importsOf(text)).toEqual([
    { target: 'x', typeOnly: false, names: ['*', 'b'] },
    { target: 'y', typeOnly: false, names: ['*'] },
    { target: 'z', typeOnly: false, names: [] },
    { target: 'v', typeOnly: false, names: ['*'] },
    { target: 'w', typeOnly: false, names: ['*'], late: true },
    { target: 'u', typeOnly: true, names: ['*'] }
  ])
})

test.each([
  "await fetch('https://example.com')",
  'const ask = globalThis.fetch',
  'create({ fetch })',
  'create({ fetch: fetch })',
  "new WebSocket('wss://example.com')",
  "import { request } from 'node:https'",
  "import http from 'node:http'",
  "import { connect } from 'node:net'",
  "import { Agent } from 'undici'",
  "import { lookup } from 'node:dns/promises'",
  "import { createOpenAICompatible } from '@ai-sdk/openai-compatible'\ncreateOpenAICompatible({ apiKey })",
  "import { postToApi } from '@ai-sdk/provider-utils'"
])('only the egress may contain: %s', text => {
  expect(outboundConnections('src/servers/api/chat.ts', text)).not.toEqual([])
  expect(outboundConnections('src/pages/a.astro', `---\n${text}\n---\n`)).not.toEqual([])
  expect(outboundConnections('src/servers/lib/egress.ts', text)).toEqual([])
  expect(outboundConnections('src/client/hub.ts', text)).toEqual([])
})

test.each([
  'await context.fetch(url)',
  'function ask({ fetch }: Upstream) { return fetch(url) }',
  'type Part = { fetch(request: Request): Promise<Response> }',
  'const part = { async fetch(request: Request) { return answer(request) } }',
  'type Fetch = typeof globalThis.fetch',
  "import { createServer } from 'node:http'",
  "import type { LookupFunction } from 'node:net'",
  'createOpenAICompatible({ apiKey, fetch: upstream.fetch })'
])('any file may contain: %s', text => {
  expect(outboundConnections('src/servers/api/chat.ts', text)).toEqual([])
})

test.each([
  'process.env.PORT',
  "process['env']",
  "import { env } from 'node:process'",
  "import process from 'node:process'"
])('only the launcher may contain: %s', text => {
  expect(environmentReads('src/servers/config.ts', text)).toHaveLength(1)
  expect(environmentReads('src/servers/main.ts', text)).toEqual([])
})

test.each([
  '<div set:html={text} />',
  '<i dangerouslySetInnerHTML={{}} />',
  'node.innerHTML = text',
  'document.write(text)'
])('no file may contain: %s', text => {
  expect(rawHtml('src/ui/a.astro', text)).toHaveLength(1)
})

test.each([
  'test.only("a", b)',
  'it.skip("a", b)',
  'describe.skipIf(x)("a", b)',
  'test.describe.only("a", b)',
  'test.each([])("a", b); test.concurrent.skip("a", b)',
  'test.fixme("a", b)'
])('no test may contain: %s', text => {
  expect(partialTests('a.test.ts', text)).toHaveLength(1)
  expect(partialTests('a.test.ts', `const text = ${JSON.stringify(text)}`)).toEqual([])
})

test('a file may have exactly the maximum number of lines', () => {
  expect(tooLong('a.ts', 'x\n'.repeat(MAX_LINES))).toEqual([])
  expect(tooLong('a.ts', 'x\n'.repeat(MAX_LINES + 1))).toHaveLength(1)
  expect(tooLong('src/a.test.ts', 'x\n'.repeat(MAX_TEST_LINES))).toEqual([])
  expect(tooLong('tests/http/a.test.ts', 'x\n'.repeat(MAX_TEST_LINES + 1))).toHaveLength(1)
})

test.each([
  ['src/core/exchange-rate.ts', true],
  ['src/core/exchangeRate.ts', false],
  ['src/ui/TaskList.tsx', true],
  ['src/ui/TaskList.ts', false],
  ['src/pages/[service]/conversations/[id].astro', true],
  ['src/pages/404.astro', true],
  ['src/pages/Index.astro', false]
])('the name %s is accepted: %s', (file, fits) => {
  expect(wrongName(file)).toHaveLength(fits ? 0 : 1)
})

const english = {
  chat: {
    'chat.send': 'Send it to {{name}} now',
    'chat.left_one': '{{count}} left',
    'chat.left_other': '{{count}} left'
  }
}

test.each<[string, string, Record<string, Record<string, string>>, string]>([
  ['a missing group', 'de', {}, 'de lacks chat.json'],
  ['a group too many', 'de', { ...english, x: {} }, 'de has x.json, English has not'],
  [
    'a missing key',
    'de',
    { chat: { 'chat.left_one': '{{count}} übrig', 'chat.left_other': '{{count}} übrig' } },
    'lacks chat.send'
  ],
  [
    'an unknown key',
    'de',
    { chat: { ...english.chat, 'chat.send': '{{name}} fragen', 'chat.other': 'x' } },
    'has chat.other too many'
  ],
  [
    'a lost placeholder',
    'de',
    { chat: { ...english.chat, 'chat.send': 'Abschicken' } },
    'chat.send has placeholders'
  ],
  [
    'a placeholder in single braces',
    'de',
    { chat: { ...english.chat, 'chat.send': 'An {{name}} und {name}' } },
    'single braces'
  ],
  [
    'two blanks',
    'fr',
    { chat: { ...english.chat, 'chat.send': '«\u202F\u202F{{name}}\u202F» maintenant' } },
    'two blanks'
  ],
  ['an empty text', 'de', { chat: { ...english.chat, 'chat.send': ' ' } }, 'chat.send is empty'],
  ['an untranslated sentence', 'de', english, 'chat.send is still English'],
  [
    'a plural form it does not have',
    'zh-CN',
    { chat: { ...english.chat, 'chat.send': '给 {{name}}' } },
    'has chat.left_one too many'
  ],
  [
    'missing plural forms',
    'ar',
    { chat: { ...english.chat, 'chat.send': 'إلى {{name}}' } },
    'lacks chat.left_few'
  ]
])('finds %s', (_, locale, language, problem) => {
  expect(wrongStrings(locale, language, english).join('\n')).toContain(problem)
})

test('a form for one or none need not contain the number', () => {
  const language = {
    chat: {
      'chat.send': 'Jetzt an {{name}}',
      'chat.left_zero': 'keine',
      'chat.left_one': 'noch eine',
      'chat.left_other': 'noch {{count}}'
    }
  }
  expect(wrongStrings('de', language, english)).toEqual([])
})

test.each<[string, string, number]>([
  ['de', 'Send', 1],
  ['de', 'Status', 0],
  ['fi', 'Status', 1],
  ['sv', 'Process {{name}}', 0],
  ['de', 'Process {{name}}', 1],
  ['fr', '{{count}} px', 0],
  ['es', 'Nano Banana', 0],
  ['pl', '`POST` 3:2', 0],
  ['en', 'Send', 0]
])('in %s, “%s” is still English: %i', (locale, text, found) => {
  expect(wrongStrings(locale, { a: { 'a.b': text } }, { a: { 'a.b': text } })).toHaveLength(found)
})

test('a listed cognate that no string uses any longer is found', () => {
  const stale = staleCognates('fi', new Set(['Chat', 'Logo']))
  expect(stale).toContain('Video')
  expect(stale).not.toContain('Chat')
  expect(staleCognates('ja', new Set())).toEqual([])
})

test('a duplicate key is found', () => {
  expect(keysTwice('{ "a.b": "one", "a.c": "two", "a.b": "three" }')).toEqual(['a.b'])
  expect(keysTwice(String.raw`{ "a.b": "say \"a.c\": it", "a.c": "a.b" , "a.d": "a.b" }`)).toEqual(
    []
  )
})

test('circular imports of values and types, static and dynamic, are found; shared ones are allowed', () => {
  const a = {
    file: 'src/core/a.ts',
    text: "import { b } from '#core/b.ts'\nimport { d } from '#core/d.ts'"
  }
  const b = { file: 'src/core/b.ts', text: "const late = () => import('#core/c.ts')" }
  const c = {
    file: 'src/core/c.ts',
    text: "import type { A } from '#core/a.ts'\nimport { d } from '#core/d.ts'"
  }
  const d = { file: 'src/core/d.ts', text: 'export const d = 1' }
  expect(circles([a, b, c, d])).toEqual([['src/core/a.ts', 'src/core/b.ts', 'src/core/c.ts']])
  expect(circles([a, c, d])).toEqual([])
})
