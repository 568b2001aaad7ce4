import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Task } from '#contract/task.ts'
import type { Action } from '#core/service.ts'
import { requestSamples } from '#ui/viewer/request-samples.ts'
import { openTerminal, type Language, type Terminal } from '../../../tests/support/snippets.ts'

const WORDS = [
  `It's a "fox" in 'quotes' and \`ticks\``,
  'lines\nand\r\ntabs\t',
  'back\\slash \\n \\" \\\' C:\\new',
  '$HOME ${HOME} $(id) `id` %s {x} !! #{y}',
  '🦊 👩‍👩‍👧‍👦 سفينة \u2028 \u2029 \u0007',
  '</script><!-- -->',
  '-d @/etc/passwd'
]
const request = {
  prompt: WORDS.join(' | '),
  negative: WORDS,
  'quote\'s "name"': { deep: [1, 0.25, -3, true, false, null, 1e21] },
  async: true
}
const sent = Object.fromEntries(Object.entries(request).filter(([name]) => name !== 'async'))

/**
 * Code that runs before a sample, so that the sample prints its request as JSON instead of sending
 * it.
 */
const INSTEAD: Record<Language, string> = {
  curl: `curl() { printf '%s\\n' "$1"; shift; for each; do last=$each; done; printf '%s' "$last"; }\n`,
  javascript: `globalThis.fetch = async (url, { method, headers, body }) => {
  process.stdout.write(url + '\\n' + body)
  if (method !== 'POST' || headers.authorization !== 'Bearer secret') throw new Error('wrong call')
  return { ok: true, json: async () => undefined }
}
console.log = () => {}
`,
  python: `import json, sys, types
class Answer:
    ok = True
    def json(self): return ""
def post(url, headers, json, timeout):
    import json as j
    assert headers["Authorization"] == "Bearer secret" and timeout == 300
    sys.stdout.write(url + "\\n" + j.dumps(json) + "\\n")
    return Answer()
sys.modules["requests"] = types.ModuleType("requests")
sys.modules["requests"].post = post
`
}

let terminal: Terminal
beforeAll(async () => {
  terminal = await openTerminal()
})
afterAll(() => terminal.close())

const samples = requestSamples(
  { task: { request } as unknown as Task, verb: 'images', action: { deadline: 300 } as Action },
  { path: 'flux' },
  'https://api.muses.example'
)

test.each(samples)(
  'the $language sample sends exactly this request',
  async ({ language, text }) => {
    const printed = await terminal.run(
      { language, text: INSTEAD[language] + text },
      { API_KEY: 'secret', HOME: '/root' }
    )
    const [url = '', ...body] = printed.split('\n')
    expect(url).toBe('https://api.muses.example/flux/images')
    expect(JSON.parse(body.join('\n'))).toEqual(sent)
  }
)

test('no sample contains the key', () => {
  for (const { text } of samples) {
    expect(text).toContain('API_KEY')
    expect(text).not.toContain('secret')
  }
})
