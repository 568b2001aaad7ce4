import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { DOCTOR_CHECKS } from '#core/doctor-checks.ts'
import { exampleRequest } from '#core/example.ts'
import { PROBLEMS } from '#core/problem.ts'
import { checkBody } from '#core/warnings.ts'
import { LOCALES, localizePath } from '#i18n/locale.ts'
import { VERIFY_JAVASCRIPT, VERIFY_PYTHON } from '#sections/docs/samples-callback.ts'
import { taskSamples } from '#sections/docs/samples-more.ts'
import { DOCS_TOPICS, topicPath } from '#core/docs-topics.ts'
import { OPERATE_SUBJECTS, operatePath } from '#core/operate-subjects.ts'
import { signCallback } from '#servers/api/tasks/callbacks.ts'
import { RATE_LIMITS } from '#servers/lib/rate-limit.ts'
import { startStudio, visit } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'
import { doseOf } from '../support/dose.ts'

const actions = SERVICES.flatMap(service =>
  Object.entries(service.actions ?? {}).map(([verb, action]) => ({ service, verb, action }))
)
const documented = SERVICES.filter(service => service.actions !== undefined)

/** Returns the text of a page as people read it. */
function readable(html: string): string {
  const text = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]+>/g, ' ')
  const marks: Record<string, string> = {
    '&#39;': "'",
    '&#x27;': "'",
    '&quot;': '"',
    '&#34;': '"',
    '&lt;': '<',
    '&gt;': '>',
    '&amp;': '&'
  }
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/&(#39|#x27|#34|quot|lt|gt|amp);/g, mark => marks[mark] ?? mark)
}

describe('the documentation', () => {
  let studio: Awaited<ReturnType<typeof startStudio>>
  beforeAll(async () => {
    studio = await startStudio({
      RATE_LIMITS: 'off',
      API_URL: 'https://api.muses.example',
      SECRET: 'x'.repeat(40)
    })
  })
  afterAll(() => studio.stop())

  const paths = [
    ...DOCS_TOPICS.map(topicPath),
    ...documented.map(({ id }) => `/docs/services/${id}`),
    ...OPERATE_SUBJECTS.map(operatePath)
  ]

  test.each(doseOf(LOCALES, 1))(
    'is complete in %s and may be indexed by search engines',
    async locale => {
      for (const path of paths) {
        const { status, text } = await visit(studio.url + localizePath(path, locale))
        expect(status, path).toBe(200)
        expect(readable(text), path).not.toMatch(
          /\b(docs|operate)\.\w+|\{\{\w+\}\}|\bundefined\b|\[object /
        )
        expect(text, path).not.toContain('name="robots"')
        expect(text, path).toMatch(/<meta name="description" content="[^"`]{20,}"/)
        expect(text, path).toContain(
          `<link rel="canonical" href="${studio.url}${localizePath(path, locale)}"`
        )
      }
    }
  )

  test.each(documented)(
    'lists every field, option and price of $id',
    async ({ id, path, actions: calls = {} }) => {
      const text = readable((await visit(`${studio.url}/docs/services/${id}`)).text)
      for (const [verb, { fields, price }] of Object.entries(calls)) {
        expect(text).toContain(`POST https://api.muses.example/${path}/${verb}`)
        for (const [name, field] of Object.entries(fields)) {
          expect(text).toContain(name)
          const options = field.type === 'choice' ? field.options : []
          expect(options.filter(option => !text.includes(String(option)))).toEqual([])
        }
        for (const { credits } of price) expect(text).toContain(String(credits))
      }
    }
  )

  test('lists every error code with its status, and every rate limit', async () => {
    const errors = readable((await visit(`${studio.url}/docs/errors`)).text.replaceAll('<wbr>', ''))
    for (const [code, status] of Object.entries(PROBLEMS))
      expect(errors).toContain(`${code} ${status} ${wordsOf('en')(`problem.${code}`)}`)
    const limits = readable((await visit(`${studio.url}/docs/limits`)).text)
    for (const { points, seconds } of [RATE_LIMITS.spend, RATE_LIMITS.read, RATE_LIMITS.write])
      expect(limits).toContain(`${points.toLocaleString('en')} per ${seconds} seconds`)
    expect(readable((await visit(`${studio.url}/de/docs/limits`)).text)).toContain(
      '1.200 pro 60 Sekunden'
    )
  })

  test('lists the error codes of the OpenAI API as its calls return them', async () => {
    const shownCodes = readable(
      (await visit(`${studio.url}/docs/openai`)).text.replaceAll('<wbr>', '')
    )
    const { status, headers, text } = await visit(`${studio.url}/v1/models`)
    const { error } = JSON.parse(text) as { error: { code: string } }
    expect(shownCodes).toContain(`${error.code} ${status} no_token`)
    expect(shownCodes).toContain('insufficient_quota 429 used_up')
    expect(shownCodes).toContain('model_not_found 404 bad_request')
    expect(headers['x-request-id']).toBe(headers['x-trace-id'])
    const nothing = await visit(`${studio.url}/v1/nothing`)
    expect([nothing.status, nothing.headers['x-request-id']]).toEqual([
      404,
      nothing.headers['x-trace-id']
    ])
  })

  test('describes when callbacks are no longer retried, and that unknown chat models are refused', async () => {
    const callbacks = readable((await visit(`${studio.url}/docs/callbacks`)).text)
    expect(callbacks).toMatch(/follow redirects or call private networks\. Both end the retries\./)
    expect(readable((await visit(`${studio.url}/docs/chat`)).text)).toMatch(
      /Any other returns 400 with bad_request/
    )
  })

  test('names only calls that the OpenAPI description has', async () => {
    const { paths: known } = JSON.parse((await visit(`${studio.url}/openapi.json`)).text) as {
      paths: Record<string, object>
    }
    const shapes = new Set(
      Object.keys(known).map(path =>
        path.replaceAll(/\{\w+\}|\/$/g, each => (each === '/' ? '' : '*'))
      )
    )
    const pages = await Promise.all(
      DOCS_TOPICS.map(async topic => (await visit(studio.url + topicPath(topic))).text)
    )
    const calls = pages.flatMap(text => [
      ...text.matchAll(/<code[^>]*>(?:GET|POST|PUT|PATCH|DELETE) (\/[^<\s]+)<\/code>/g)
    ])
    const named = calls.map(([, path = '']) => path)
    expect(named).toContain('/api/v1/usage/apis')
    expect(named.filter(path => !shapes.has(path.replaceAll(/:\w+/g, '*')))).toEqual([])
  })

  test('has the symptoms of each check of the doctor, and the defaults of settings', async () => {
    const { text } = await visit(`${studio.url}/docs/operate/troubleshooting`)
    for (const check of DOCTOR_CHECKS) {
      expect(text).toContain(`<li id="${check}">`)
      expect(readable(text)).toContain(wordsOf('en')(`operate.check.${check}`).split(' `')[0])
    }
    const backup = readable((await visit(`${studio.url}/docs/operate/backup`)).text)
    expect(backup.replaceAll(' ', '')).toContain('BACKUP_EVERY24hBACKUP_KEEP7')
  })

  test('has no page for an unknown service or topic', async () => {
    expect((await visit(`${studio.url}/docs/services/nothing`)).status).toBe(404)
    expect((await visit(`${studio.url}/docs/services/chat`)).status).toBe(404)
    expect((await visit(`${studio.url}/docs/nothing`)).status).toBe(404)
    for (const subject of ['nothing', 'overview'])
      expect((await visit(`${studio.url}/docs/operate/${subject}`)).status).toBe(404)
  })

  test('shows no key to a user who is not signed in', async () => {
    const { status, text } = await visit(`${studio.url}/docs/key`)
    expect([status, text.includes('name="application"')]).toEqual([200, false])
    const sent = await visit(`${studio.url}/docs/key`, {
      method: 'POST',
      body: 'name=x&application=y',
      headers: { 'content-type': 'application/x-www-form-urlencoded' }
    })
    expect([sent.status, sent.text.includes('pm_')]).toEqual([200, true])
    expect(readable(sent.text)).not.toMatch(/pm_\w/)
  })
})

test.each(actions)('the example of $service.id/$verb is a valid call', ({ action }) => {
  const request = exampleRequest(action, 'https://studio.example')
  expect(checkBody(action.fields, action.limits ?? [], request)).toMatchObject({
    issues: [],
    warnings: []
  })
})

test('the terminal sample polls the task by the id in its variable', async () => {
  const [{ text = '' } = {}] = taskSamples('https://api.example')
  const shell = `curl() { printf '%s\\n' "$@"; }\n${text.replace('TASK_ID=…', 'TASK_ID=task-1')}`
  const { stdout } = await promisify(execFile)('sh', ['-c', shell])
  expect(stdout).toContain('"id": "task-1"')
})

describe('the samples that verify a callback', () => {
  const secret = 'pmc_secret'
  const body = JSON.stringify({ success: true, task_id: 'é 1', data: [] })
  const now = Math.floor(Date.now() / 1000)
  const good = signCallback(secret, body, now)
  const cases: [string, string, string, boolean][] = [
    ['a genuine message', good, body, true],
    ['another body', good, `${body} `, false],
    ['another secret', signCallback('pmc_other', body, now), body, false],
    ['an old message', signCallback(secret, body, now - 900), body, false],
    ['another time', good.replace(/t=\d+/, `t=${now - 1}`), body, false],
    ['half a signature', good.slice(0, -2), body, false],
    ['no signature', '', body, false],
    ['letters', 't=abc,v1=xyz', body, false]
  ]

  test.each(cases)('in JavaScript: %s', async (_, header, sent, genuine) => {
    const address = `data:text/javascript,${encodeURIComponent(VERIFY_JAVASCRIPT)}`
    const { isGenuine } = (await import(/* @vite-ignore */ address)) as {
      isGenuine(...values: string[]): boolean
    }
    expect(isGenuine(secret, header, sent)).toBe(genuine)
  })

  test('in Python give the same results when there is a python3', async () => {
    if (spawnSync('python3', ['--version']).status !== 0) return
    const folder = await mkdtemp(join(tmpdir(), 'polymuse-verify-'))
    const calls = cases.map(([, header, sent]) => [secret, header, sent])
    const asking = `import json, sys\nprint(json.dumps([is_genuine(s, h, b.encode()) for s, h, b in json.load(sys.stdin)]))\n`
    await writeFile(join(folder, 'verify.py'), `${VERIFY_PYTHON}\n${asking}`)
    const running = promisify(execFile)('python3', [join(folder, 'verify.py')])
    running.child.stdin?.end(JSON.stringify(calls))
    expect(JSON.parse((await running).stdout)).toEqual(cases.map(([, , , genuine]) => genuine))
    await rm(folder, { recursive: true })
  })
})
