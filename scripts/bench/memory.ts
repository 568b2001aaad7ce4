import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { LOCALES } from '#i18n/locale.ts'
import { signUp, type SignedUp } from '../budget-person.ts'
import { table } from '../results.ts'
import { doseOf } from './dose.ts'
import { plotOf, type Sample } from './memory-plot.ts'
import { startProduct, type Product } from './product.ts'

/** Milliseconds without a request, before memory counts as idle or as kept after a load. */
const REST = doseOf(20_000, 100)

/** Number of times that memory is read during each load. */
const SAMPLES = 10

/** Highest accepted memory in megabytes, at idle and after a load. */
const GOALS = { idle: 180, load: 300 } as const

/**
 * A series of calls: how many in all, how many at a time, and the function that makes the call of a
 * given number, counted from 0.
 */
type Load = {
  name: string
  count: number
  width: number
  call(number: number): Promise<unknown>
}

/**
 * Measures the resident memory of the product at idle, and while and after it serves pages, chats
 * and images. The file named by BENCH_PLOT gets the plot. Linux only.
 * @returns text to print
 */
export async function measureMemory(): Promise<string> {
  const product = await startProduct()
  try {
    await pause(REST)
    const { now: idle } = await product.memory()
    const samples: Sample[] = [{ load: 'idle', done: 0, megabytes: idle }]
    const person = await signUp(product.url)
    const kept: [Load, number][] = []
    for (const load of loadsOf(product.url, person)) {
      samples.push(...(await measureLoad(product, load)))
      await pause(REST)
      kept.push([load, (await product.memory()).now])
    }
    const plot = process.env['BENCH_PLOT']
    if (plot !== undefined) await writeFile(plot, plotOf(samples, GOALS))
    return report(idle, kept, samples, (await product.memory()).most)
  } finally {
    await product.stop()
  }
}

async function measureLoad(product: Product, load: Load): Promise<Sample[]> {
  const samples: Sample[] = []
  let done = 0
  for (let part = 1; part <= SAMPLES; part++) {
    const until = Math.round((load.count * part) / SAMPLES)
    const lane = async (): Promise<void> => {
      while (done < until) await load.call(done++)
    }
    await Promise.all(Array.from({ length: load.width }, lane))
    samples.push({ load: load.name, done: until, megabytes: (await product.memory()).now })
  }
  return samples
}

/**
 * Cookies of a guest and of an invited guest. The server caches pages for guests, but renders pages
 * for invited guests and for users.
 */
const COOKIES = ['', 'INVITER_ID=!']
const PATHS = ['/', '/flux', '/suno', '/kling', '/docs', '/chatgpt/conversations']

function loadsOf(url: string, { call, session, token }: SignedUp): Load[] {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const post = async (path: string, body: object): Promise<string> =>
    (await call(path, body, headers)).text()
  const cookies = [...COOKIES, session]
  return [
    { name: 'pages', count: doseOf(10_000, 20), width: 4, call: page },
    { name: 'chats', count: doseOf(2000, 4), width: 16, call: chat },
    { name: 'images', count: doseOf(500, 2), width: 4, call: image }
  ]

  async function page(number: number): Promise<void> {
    const path = PATHS[number % PATHS.length] ?? '/'
    const language = LOCALES[Math.floor(number / PATHS.length) % LOCALES.length] ?? 'en'
    const cookie = cookies[(number % 7) % cookies.length] ?? ''
    const answer = await fetch(`${url}${language === 'en' ? '' : `/${language}`}${path}`, {
      headers: { cookie }
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  }

  function chat(number: number): Promise<string> {
    const question = `How do tides work? Part ${number} [sandbox:tokens=100]`
    return post('/aichat/conversations', { model: 'gpt-5-all', question })
  }

  function image(number: number): Promise<string> {
    return post('/flux/images', { prompt: `A boat on lake ${number} at dawn` })
  }
}

function report(
  idle: number,
  kept: readonly [Load, number][],
  samples: readonly Sample[],
  most: number
): string {
  const row = (name: string, megabytes: number, growth: string): string[] => [
    name,
    megabytes.toFixed(0),
    `${(megabytes / idle).toFixed(2)}×`,
    growth
  ]
  const rows = kept.map(([{ name, count }, megabytes]) =>
    row(`${count} ${name}`, megabytes, `${growthOf(samples, name).toFixed(2)}×`)
  )
  const last = kept.at(-1)?.[1] ?? idle
  const isWell = idle <= GOALS.idle && last <= GOALS.load
  return [
    `Resident memory at idle is ${idle.toFixed(0)} MB (goal ${GOALS.idle}). It is ${last.toFixed(0)} MB after all loads (goal ${GOALS.load}), and was ${most.toFixed(0)} MB at most: ${isWell ? 'well' : 'TOO MUCH'}.`,
    table([['after', 'MB', 'to idle', 'second half to first'], row('idle', idle, ''), ...rows])
  ].join('\n')
}

/** Compares the mean of the second half of a load with that of the first. */
function growthOf(samples: readonly Sample[], name: string): number {
  const levels = samples.filter(({ load }) => load === name).map(({ megabytes }) => megabytes)
  const sum = (part: readonly number[]): number => part.reduce((all, each) => all + each, 0)
  return sum(levels.slice(levels.length / 2)) / sum(levels.slice(0, levels.length / 2))
}
