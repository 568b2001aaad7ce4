import { isProblemCode, type ProblemCode } from '#core/problem.ts'

/** The directives in a question, and the question without them. */
export type SandboxDirectives = {
  question: string
  fail: ProblemCode | null
  /** Milliseconds. */
  delay: number
  tokens: number | null
  breaks: boolean
  silent: boolean
  /** The name of a tool to call; empty for the first tool. */
  call: string | null
}

const DIRECTIVE = /\[sandbox:(\w+)(?:=([^[\]\n]*))?\]/g
const LONGEST_DELAY = 600_000

/** @param asked the user's text, which may contain `[sandbox:…]` */
export function parseDirectives(asked: string): SandboxDirectives {
  const told = new Map([...asked.matchAll(DIRECTIVE)].map(([, name, value = '']) => [name, value]))
  const fail = told.get('fail')
  return {
    question: asked
      .replaceAll(DIRECTIVE, ' ')
      .replaceAll(/[^\S\n]+/g, ' ')
      .trim(),
    fail: isProblemCode(fail) ? fail : null,
    delay: Math.min(numberOf(told.get('delay')) ?? 0, LONGEST_DELAY),
    tokens: numberOf(told.get('tokens')),
    breaks: told.has('break'),
    silent: told.has('silent'),
    call: told.get('call') ?? null
  }
}

function numberOf(value = ''): number | null {
  return /^\d{1,9}$/.test(value) && Number(value) > 0 ? Number(value) : null
}
