import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { DOCS_TOPICS, topicPath } from '#core/docs-topics.ts'
import { doseOf } from '../support/dose.ts'
import { longTest } from '../support/long-test.ts'
import { startStudio, visit } from '../support/process.ts'
import {
  blocksIn,
  openTerminal,
  snippetsIn,
  type Language,
  type Snippet,
  type Terminal
} from '../support/snippets.ts'

/**
 * This file runs the code that the README and /docs print, against the product as people start it:
 * curl, JavaScript with `fetch`, OpenAI's client, the AI SDK and LangChain, and Python with
 * requests.
 */
const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse battery'
const paths = [
  ...DOCS_TOPICS.map(topicPath),
  ...SERVICES.filter(({ actions }) => actions !== undefined).map(({ id }) => `/docs/services/${id}`)
]
const isCall = ({ language, text }: Snippet): boolean =>
  language !== null || /^(curl|npx) /.test(text)

let studio: Awaited<ReturnType<typeof startStudio>>
let terminal: Terminal
let pages: Map<string, Snippet[]>
let key: string

/** Returns the shell commands of the README, with the address of this studio. */
async function readmeShell(): Promise<string> {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
  const [chapter = ''] = readme
    .split('\n## ')
    .filter(text => text.startsWith('Use it from a shell\n'))
  return blocksIn(chapter, 'sh').join('\n').replace('http://127.0.0.1:4321', studio.url)
}

beforeAll(async () => {
  ;[studio, terminal] = await Promise.all([
    startStudio({ RATE_LIMITS: 'off', FREE_AMOUNT: '1000' }),
    openTerminal()
  ])
  const read = paths.map(
    async path => [path, snippetsIn((await visit(studio.url + path)).text)] as const
  )
  pages = new Map(await Promise.all(read))
}, 120_000)
afterAll(async () => {
  await studio.stop()
  await terminal.close()
})

/** @param word a word that only this snippet of its page contains */
function printed(path: string, language: Language | null, word: string): Snippet {
  const found = pages
    .get(path)
    ?.find(each => each.language === language && each.text.includes(word))
  if (found === undefined) throw new Error(`${path} prints no ${language} with ${word}`)
  return found
}

function run(path: string, language: Language | null, word: string): Promise<string> {
  return terminal.run(printed(path, language, word), { API_KEY: key })
}

test('the README’s commands sign up, ask a question, generate an image and use OpenAI’s format', async () => {
  const text = `${await readmeShell()}\nprintf '\\nKEY=%s' "$KEY"`
  const said = await terminal.run({ language: 'curl', text })
  key = /\nKEY=(pm_\S+)$/.exec(said)?.[1] ?? ''
  expect(key).not.toBe('')
  expect(said).toContain('delta_answer')
  expect(said).toContain('"image_url"')
  expect(said).toContain('"chat.completion"')
}, 120_000)

// The sandbox takes as long as a real model. Run these tests in parallel, since most of their time
// is waiting.
test.concurrent('every snippet is valid code of its language', async () => {
  const all = paths.flatMap(path => (pages.get(path) ?? []).filter(isCall))
  expect(all.length).toBeGreaterThan(70)
  expect(await terminal.parse(all)).toEqual([])
}, 120_000)

test.concurrent('invalid code is reported', async () => {
  const wrong = (['curl', 'javascript', 'python'] as const).map(language => ({
    language,
    text: 'if ('
  }))
  expect(await terminal.parse(wrong)).toEqual(
    [/\.sh/, /\.mjs/, /\.py/].map(name => expect.stringMatching(name) as unknown)
  )
})

test.concurrent('the site serves every file that the snippets use', async () => {
  const texts = [...pages.values()]
    .flat()
    .filter(isCall)
    .map(({ text }) => text)
  const files = new Set(
    texts.flatMap(text => text.match(/https?:\/\/[^\s'"]+\.(jpg|mp3|mp4|png)/g) ?? [])
  )
  expect(files.size).toBeGreaterThan(1)
  for (const file of files)
    expect([file.startsWith(studio.url), (await fetch(file)).status]).toEqual([true, 200])
})

test.concurrent('an access token is available without a browser', async () => {
  const said = await terminal.run(printed('/docs/key', null, 'oauth2/v1/token'), {
    EMAIL,
    PASSWORD
  })
  const { access_token } = JSON.parse(said) as { access_token: string }
  const own = await fetch(`${studio.url}/api/v1/usage/apis`, {
    headers: { authorization: `Bearer ${access_token}` }
  })
  expect(own.status).toBe(200)
  const secret = await terminal.run(printed('/docs/callbacks', null, 'callback-secret'), {
    ACCESS_TOKEN: access_token
  })
  expect(JSON.parse(secret)).toMatchObject({ secret: expect.any(String) as string })
})

describe.concurrent.each<Language>(doseOf(['curl', 'javascript', 'python'], 1))('%s', language => {
  test.concurrent('asks a question, and gets the whole answer or a stream', async () => {
    const asked = ['application/json', 'application/x-ndjson'].map(type =>
      run('/docs/chat', language, type)
    )
    const [whole, words] = await Promise.all(asked)
    expect(whole).toMatch(/\banswer["']?:/)
    expect(words).toMatch(/\w+ \w+/)
  })

  test.concurrent('uploads a file', async () => {
    expect(await run('/docs/tasks', language, '/api/v1/files')).toContain(`${studio.url}/files/`)
  })

  test.concurrent('reads the usage of its key', async () => {
    expect(await run('/docs/limits', language, '/api/v1/usage/apis')).toContain('deducted_amount')
  })

  test.concurrent('sends a file of the site to a service', async () => {
    expect(await run('/docs/services/midjourney', language, '/midjourney/describe')).toContain(
      '--ar 4:3'
    )
  })
})

test.concurrent.each<Language>(doseOf(['javascript', 'python'], 1))(
  '%s starts a task and polls it to its end',
  async language => {
    expect(await run('/docs/tasks', language, '/flux/tasks')).toContain('image_url')
  },
  120_000
)

test.concurrent('curl starts a task, polls it and follows it', async () => {
  const { text } = printed('/docs/tasks', 'curl', '/flux/tasks')
  const [begin = '', retrieve = ''] = text.split('TASK_ID=…\n')
  const { task_id } = JSON.parse(
    await terminal.run({ language: 'curl', text: begin }, { API_KEY: key })
  ) as { task_id: string }
  const asked = await terminal.run(
    { language: 'curl', text: retrieve },
    { API_KEY: key, TASK_ID: task_id }
  )
  const told = JSON.parse(asked) as Record<string, unknown>
  const shown = JSON.parse(printed('/docs/tasks', null, '"progress"').text) as object
  expect(Object.keys(told)).toEqual(expect.arrayContaining(Object.keys(shown)))
  const follow = printed('/docs/tasks', null, '/events').text.replace(
    /(?<=\/tasks\/)[\w-]+/,
    task_id
  )
  expect(await terminal.run({ language: 'curl', text: follow }, { API_KEY: key })).toContain(
    'succeeded'
  )
}, 120_000)

test.concurrent('curl generates images in OpenAI’s format, and repeats a call', async () => {
  expect(await run('/docs/openai', null, '/v1/images/generations')).toContain('"url"')
  const first = JSON.parse(await run('/docs/limits', null, 'Idempotency-Key')) as {
    task_id: string
  }
  expect(JSON.parse(await run('/docs/limits', null, 'Idempotency-Key'))).toMatchObject({
    task_id: first.task_id
  })
}, 120_000)

test.concurrent('the printed answer of a chat has the fields of a real one', async () => {
  const shown = JSON.parse(
    pages.get('/docs/chat')?.find(({ text }) => text.startsWith('{'))?.text ?? '{}'
  ) as object
  const told = JSON.parse(await run('/docs/chat', 'curl', 'application/json')) as object
  expect(Object.keys(told)).toEqual(expect.arrayContaining(Object.keys(shown)))
})

test.concurrent('OpenAI’s client, the AI SDK and LangChain get answers', async () => {
  const { text } = printed('/docs/openai', null, '@langchain/openai')
  const [plain, own, both = ''] = await Promise.all([
    run('/docs/openai', 'curl', '/v1/chat/completions'),
    run('/docs/openai', 'javascript', "from 'openai'"),
    terminal.run({ language: 'javascript', text }, { API_KEY: key })
  ])
  expect(plain).toContain('"chat.completion"')
  expect(own).toMatch(/\w+ \w+/)
  expect(both.trim()).toMatch(/\w+ \w+[\s\S]*\n[\s\S]*\w+ \w+/)
}, 120_000)

longTest(
  'the printed command generates a client of this product',
  { timeout: 60_000 },
  async () => {
    const [, command = ''] =
      /openapi-ts (-i .+)$/.exec(printed('/docs', null, 'openapi-ts').text) ?? []
    await terminal.run({ language: 'curl', text: `node_modules/.bin/openapi-ts ${command}` })
    expect(await readFile(join(terminal.folder, 'src/studio/sdk.gen.ts'), 'utf8')).toContain(
      'postFluxImages'
    )
  }
)
