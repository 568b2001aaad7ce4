import type { AnyRoute } from '#servers/lib/route.ts'

/** A body of the largest size that a route accepts, and its content type. */
export type LargestBody = { name: string; body: string | Uint8Array<ArrayBuffer>; type: string }

/**
 * Parts of texts that have slowed down expressions and parsers, to be repeated, and possible ends.
 */
const SIGNS = [
  'a',
  ' ',
  '0',
  '/',
  '.',
  ':',
  '-',
  '@',
  '=',
  '[',
  '<',
  '(',
  '`',
  '\n',
  '\\',
  '"',
  '\u754c',
  '\u{1f600}',
  'e\u0301',
  '\u202e'
]
const WORDS = [
  '*a_',
  '\t ',
  'data:a/',
  'http://',
  'a@',
  '[sandbox:a=',
  '?redirect=/',
  '%41',
  '--',
  ';base64',
  '<think>',
  '&#',
  'A1+/',
  'model ',
  'a,'
]
const UNITS = [...SIGNS, ...WORDS]
const ENDS = ['', '!', '\n!', '=', '@', '\ud800', ']', '>', ',', 'x']

const JSON_TYPE = 'application/json'

type Random = () => number

const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] ?? (from[0] as T)

/**
 * Generates bodies that no well-meaning client sends, each as large as its route accepts.
 * @param random a seeded generator
 * @param good a body that the route accepts
 */
export function* largestBodies(
  route: AnyRoute,
  largest: number,
  random: Random,
  good: object = route.example ?? {}
): Generator<LargestBody> {
  const fields = Object.keys((route.body as { shape?: object } | undefined)?.shape ?? {})
  const names = [
    ...new Set([...fields, ...Object.keys(good), 'unknown', 'image_url', 'messages', 'prompt'])
  ]
  for (;;) {
    const make = pick(random, MAKERS)
    yield make({ random, largest, good, names })
  }
}

type Making = { random: Random; largest: number; good: object; names: readonly string[] }
type Maker = (making: Making) => LargestBody

/** Repeats a unit until the body has its largest size. */
function longText({ random, largest, good, names }: Making): LargestBody {
  const [unit, end, name] = [pick(random, UNITS), pick(random, ENDS), pick(random, names)]
  const [head, tail] = [
    `${JSON.stringify({ ...good, [name]: undefined }).slice(0, -1)}`,
    `${JSON.stringify(end).slice(1)}}`
  ]
  const start = `${head}${head === '{' ? '' : ','}${JSON.stringify(name)}:"`
  const inJson = JSON.stringify(unit).slice(1, -1)
  const times = Math.floor(
    (largest - Buffer.byteLength(start) - Buffer.byteLength(tail)) / Buffer.byteLength(inJson)
  )
  return {
    name: `${name}: ${JSON.stringify(unit)} \u00d7 ${times} and ${JSON.stringify(end)}`,
    body: start + inJson.repeat(times) + tail,
    type: JSON_TYPE
  }
}

/** Fills a list until the body has its largest size. */
function longList({ random, largest, good, names }: Making): LargestBody {
  const [name, item] = [pick(random, names), pick(random, ITEMS)]
  const head = JSON.stringify({ ...good, [name]: undefined }).slice(0, -1)
  const start = `${head}${head === '{' ? '' : ','}${JSON.stringify(name)}:[`
  const times = Math.floor((largest - start.length - 8) / (item.length + 1))
  return {
    name: `${name}: [${item} \u00d7 ${times}]`,
    body: `${start}${`${item},`.repeat(times)}0]}`,
    type: JSON_TYPE
  }
}

/** Builds a list of messages, as conversations have them, with as many messages or parts as fit. */
function messages({ random, largest, good }: Making): LargestBody {
  const count = pick(random, [1, 10, 100, 1000, 2000])
  const unit = pick(random, UNITS)
  const inJson = JSON.stringify(unit).slice(1, -1)
  const around = '{"role":"user","content":""},'.length
  const times = Math.floor((largest / count - around - 1) / Buffer.byteLength(inJson)) - 1
  const one = `{"role":"user","content":"${inJson.repeat(Math.max(0, times))}"}`
  const whole = Array.from({ length: count }, () => one).join(',')
  const action = pick(random, ['import', 'update', 'chat'])
  const rest = JSON.stringify({ ...good, action, messages: undefined }).slice(0, -1)
  return {
    name: `${count} messages to ${action} of ${JSON.stringify(unit)} \u00d7 ${times}`,
    body: `${rest},"messages":[${whole}]}`,
    type: JSON_TYPE
  }
}

/** Builds an object with as many different names as fit. */
function manyNames({ largest, random }: Making): LargestBody {
  const count = Math.min(pick(random, [5000, 50_000, 300_000]), Math.floor(largest / 14))
  const all = Array.from({ length: count }, (_, index) => `"k${index}":{}`).join(',')
  return { name: `${count} names`, body: `{${all}}`, type: JSON_TYPE }
}

/** Builds JSON that ends too early, so that a parser reads all of it before it fails. */
function broken(making: Making): LargestBody {
  const { name, body } = longText(making)
  return { name: `broken off: ${name}`, body: String(body).slice(0, -2), type: JSON_TYPE }
}

function notUtf8({ largest }: Making): LargestBody {
  const body = new Uint8Array(largest).fill(0x20)
  body.set([0x7b, 0x22])
  body[largest - 1] = 0xff
  return { name: 'not UTF-8 at its end', body, type: JSON_TYPE }
}

function form({ random, largest }: Making): LargestBody {
  const unit = pick(random, ['a=1&', '%41', '&', '+', 'a%5B%5D=&', '%zz'])
  return {
    name: `a form of ${unit}`,
    body: unit.repeat(Math.floor(largest / unit.length)),
    type: 'application/x-www-form-urlencoded'
  }
}

const ITEMS = [
  '1',
  '""',
  '{}',
  '[]',
  '"a"',
  'null',
  '{"role":"user","content":"a"}',
  '{"type":"text","text":""}',
  '"https://a.example/1.png"',
  '{"a":{"b":[]}}'
]

const MAKERS: readonly Maker[] = [
  longText,
  longText,
  longText,
  longText,
  longList,
  longList,
  messages,
  manyNames,
  broken,
  notUtf8,
  form
]
