import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { lexInSteps } from '#ui/chat/markdown-lexer.ts'
import { setPace } from '#ui/chat/pace.ts'
import { drawInPieces } from '#ui/chat/pace.server.ts'
import { SharedDialogue } from '#ui/chat/SharedDialogue.tsx'
import { FULL_DOSE } from './support/dose.ts'
import { hostileMarkdown } from './support/hostile-markdown.ts'

/** All cases at full dose, else every 24th of the first 288, which include mixed ones. */
const CASES = FULL_DOSE
  ? Array.from({ length: 1000 }, (_, at) => at)
  : Array.from({ length: 12 }, (_, at) => at * 24)

/** Counts the elements and texts in a token tree. */
function countTokens(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof Map) return 0
  const own = 'type' in value ? 1 : 0
  return Object.values(value).reduce<number>((sum, each) => sum + countTokens(each), own)
}

const cpu = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Measures a fixed piece of arithmetic, in milliseconds of this thread's CPU time. */
function measureUnit(): number {
  const before = cpu()
  let value = 1
  for (let turn = 0; turn < 10_000_000; turn++) value = Math.imul(value, 31) + (turn & value)
  // Using the value keeps the loop from being optimized away.
  return value === 0.5 ? 0 : cpu() - before
}

/**
 * Runs work that pauses to let other work run.
 * @returns the longest piece without a pause, in milliseconds of this thread's CPU time
 */
async function longestPiece(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = cpu()
  const watch = (): void => {
    const now = cpu()
    longest = Math.max(longest, now - before)
    before = now
    timer = setImmediate(watch)
  }
  let timer = setImmediate(watch)
  await work()
  await new Promise(resolve => setImmediate(resolve))
  clearImmediate(timer)
  return longest
}

/** Prints the ten largest figures of a run with the full dose. */
function report(what: string, found: readonly number[]): void {
  if (FULL_DOSE)
    process.stdout.write(
      `${what}: ${found
        .toSorted((one, other) => other - one)
        .slice(0, 10)
        .map(Math.round)
        .join(', ')}\n`
    )
}

describe('a hostile text', () => {
  test('is read in a bounded number of small steps', () => {
    const [largest, sums, tokens]: [number[], number[], number[]] = [[], [], []]
    for (const number of CASES) {
      const steps = lexInSteps(hostileMarkdown(number), {
        growing: false,
        begun: false,
        numbers: new Map(),
        formulas: 0
      })
      const work: number[] = []
      let step = steps.next()
      for (; step.done !== true; step = steps.next()) work.push(step.value)
      largest.push(Math.max(...work))
      sums.push(work.reduce((sum, each) => sum + each))
      tokens.push(countTokens(step.value))
      if (number === 0)
        expect(step.value.at(-1), 'says that it was cut').toMatchObject({ type: 'cut' })
    }
    report('work of the largest steps', largest)
    report('work in all', sums)
    report('tokens', tokens)
    // One unit of work takes about half a millisecond, so the first two limits are 40 ms and 350
    // ms.
    expect(Math.max(...largest)).toBeLessThan(80)
    expect(Math.max(...sums)).toBeLessThan(700)
    expect(Math.max(...tokens)).toBeLessThan(40_000)
  }, 3_000_000)

  test('does not block the event loop while a server renders it', async () => {
    drawInPieces()
    const found: number[] = []
    for (const number of CASES) {
      const page = createElement(SharedDialogue, {
        messages: [{ role: 'assistant', content: hostileMarkdown(number) }],
        files: '',
        t: key => key
      })
      let html = ''
      const units = [measureUnit()]
      const longest = await longestPiece(async () => {
        html = await new Response(await renderToReadableStream(page)).text()
      })
      units.push(measureUnit())
      found.push(longest / Math.max(...units))
      expect(html.length, `page ${number}`).toBeLessThan(4_000_000)
    }
    report('longest pieces, in units', found)
    // In production code the longest piece takes 48 ms, which is the time of about five units. The
    // development build of React, which runs here, takes up to five times as long. A shared
    // processor may slow down one of the two.
    expect(Math.max(...found)).toBeLessThan(50)
  }, 3_000_000)

  test('renders the same in pieces as in one go', async () => {
    drawInPieces()
    const content = '# a\n\n- **b** c\n- d\n\n|a|b|\n|-|-|\n|`c`|$d$|\n\ne[^1] f\n\n[^1]: g'
    const page = createElement(SharedDialogue, {
      messages: Array.from({ length: 300 }, () => ({ role: 'assistant' as const, content })),
      files: '',
      t: key => key
    })
    const inPieces = await new Response(await renderToReadableStream(page)).text()
    setPace(null)
    expect(inPieces).toBe(await new Response(await renderToReadableStream(page)).text())
  })
})
