import type { Json } from '#core/json.ts'

/** The same call in several languages, in display order. */
export type Samples = readonly { language: SampleLanguage; text: string }[]
type SampleLanguage = 'curl' | 'javascript' | 'python'

/** Display names of the languages. */
export const SAMPLE_NAMES: Record<SampleLanguage, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python'
}

type SampleCall = {
  /** The absolute address of the call. */
  url: string
  body?: Json
  /** Headers in addition to authorization and content type. */
  headers?: Readonly<Record<string, string>>
  /** Timeout in seconds. */
  patience?: number
  /** The name of the environment variable with the token; `API_KEY` by default. */
  token?: string
}

/** Builds samples of a call that returns JSON, including error handling. */
export function codeSamples(call: SampleCall): Samples {
  return [
    { language: 'curl', text: curlSample(call) },
    { language: 'javascript', text: javascript(call) },
    { language: 'python', text: python(call) }
  ]
}

/** Builds a sample for a terminal. */
export function curlSample({ url, body, headers = {}, token = 'API_KEY' }: SampleCall): string {
  const lines = [`curl ${url}`, `-H "Authorization: Bearer $${token}"`]
  if (body !== undefined) lines.push('-H "Content-Type: application/json"')
  for (const [name, value] of Object.entries(headers)) lines.push(`-H "${name}: ${value}"`)
  if (body !== undefined) lines.push(`-d '${formatJson(body).replaceAll("'", "'\\''")}'`)
  return lines.join(' \\\n  ')
}

function javascript({ url, body, headers = {}, token = 'API_KEY' }: SampleCall): string {
  const all = [
    `authorization: \`Bearer \${process.env.${token}}\``,
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
    ...Object.entries(headers).map(([name, value]) => `'${name.toLowerCase()}': '${value}'`)
  ]
  return `const answer = await fetch('${url}', {
${body === undefined ? '' : "  method: 'POST',\n"}  headers: {
    ${all.join(',\n    ')}
  }${body === undefined ? '' : `,\n  body: JSON.stringify(${indented(formatJson(body), 2)})`}
})
const result = await answer.json()
if (!answer.ok) throw new Error(\`\${result.code}: \${result.detail} (\${result.trace_id})\`)
console.log(result)`
}

function python({ url, body, headers = {}, patience = 60, token = 'API_KEY' }: SampleCall): string {
  const all = [
    `"Authorization": f"Bearer {os.environ['${token}']}"`,
    ...Object.entries(headers).map(([name, value]) => `"${name}": "${value}"`)
  ]
  return `import os
import requests

answer = requests.${body === undefined ? 'get' : 'post'}(
    "${url}",
    headers={${all.join(', ')}},
${body === undefined ? '' : `    json=${indented(pythonValue(body), 4)},\n`}    timeout=${patience},
)
result = answer.json()
if not answer.ok:
    raise RuntimeError(f"{result['code']}: {result['detail']} ({result['trace_id']})")
print(result)`
}

/** Formats JSON for reading. */
export function formatJson(value: Json): string {
  return JSON.stringify(value, null, 2)
}

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

/** Writes a JSON value as Python code. */
function pythonValue(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`
  )
  return `{${entries.join(', ')}}`
}
