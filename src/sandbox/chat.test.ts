import { describe, expect, test } from 'vitest'
import { CONTINUE_PROMPT } from '#core/chat.ts'
import { PROBLEMS, type ProblemCode } from '#core/problem.ts'
import type { ChatDelta, ChatTurn } from '#core/provider.ts'
import { estimateTokens } from '#core/tokens.ts'
import { createSandboxChat, type Wait } from '#sandbox/chat.ts'
import { loadSandboxStrings } from '#sandbox/words.ts'
import { askProvider, type Asking, type Outcome } from '../../tests/support/asking.ts'

/** Asks without real waits, and returns the waits that the sandbox requested. */
async function ask(
  question: string,
  { onDelta, ...asking }: Asking = {}
): Promise<Outcome & { deltas: ChatDelta[]; waits: number[] }> {
  const deltas: ChatDelta[] = []
  const waits: number[] = []
  const wait: Wait = async (milliseconds, stop) => {
    stop.throwIfAborted()
    waits.push(milliseconds)
  }
  const outcome = await askProvider(createSandboxChat({ wait }), {
    model: 'gpt-5-all',
    turns: [{ role: 'user', content: question }],
    maxOutput: 8192,
    fetch: () => Promise.reject(new Error('the sandbox went out')),
    onDelta: delta => {
      deltas.push(delta)
      return onDelta?.(delta)
    },
    ...asking
  })
  return { ...outcome, deltas, waits }
}

const QUESTIONS = {
  en: 'What is the difference between TCP and UDP?',
  de: 'Wie backe ich ein gutes Roggenbrot?',
  'zh-CN': '什么是机器学习？',
  ar: 'ما الفرق بين الشمس والقمر؟'
} as const

function countWords(text: string, language: string): number {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter(
    ({ isWordLike }) => isWordLike
  ).length
}

describe('a sandbox answer', () => {
  test.each(Object.entries(QUESTIONS))(
    'to a question in %s says in its language that it is a demo, and quotes the question',
    async (language, question) => {
      const { text } = await ask(question)
      const [opening] = text.split('\n', 1)
      expect(opening).toContain(
        loadSandboxStrings(language as keyof typeof QUESTIONS).text('notice')
      )
      expect(text).toContain(`> ${question}`)
      expect(countWords(text, language)).toBeGreaterThanOrEqual(70)
      expect(countWords(text, language)).toBeLessThanOrEqual(250)
    }
  )

  test('is the same for the same question and different for another', async () => {
    const [first, again, other] = await Promise.all([
      ask(QUESTIONS.en),
      ask(QUESTIONS.en, { model: 'gpt-4o' }),
      ask('Why is the sky blue?')
    ])
    expect(again.deltas).toEqual(first.deltas)
    expect(other.text).not.toBe(first.text)
  })

  test.each(['', 'hi', '?', '# `*_[|]_*` <script>'])(
    'to %j is complete and in the language of the caller',
    async question => {
      const { text, problem } = await ask(question)
      expect(problem).toBeUndefined()
      expect(text).toContain(loadSandboxStrings('en').text('notice'))
      expect(text).not.toMatch(/\{\{|undefined|[^\\]<script>/)
      expect((await ask(question, { language: 'ja' })).text).toContain(
        loadSandboxStrings('ja').text('notice')
      )
    }
  )

  test.each([
    ['Write a function that adds two numbers', /^```typescript\n[^`]+\n```$/m],
    ['List the seven seas', /^- .*\*\*/m],
    ['Eine Tabelle der Monate, bitte', /^\| Januar \| 31 \|$/m],
    ['二次方程的公式是什么？', /^\$\$.+\$\$$/m],
    ['Сделай таблицу месяцев', /^\| январь \| 31 \|$/m]
  ])(
    'to %j has the code, list, table or formula that was asked for, and only that one',
    async (question, figure) => {
      const { text } = await ask(question)
      const all = [/^```/m, /^- /m, /^\| --- \|/m, /^\$\$/m]
      expect(text).toMatch(figure)
      expect(all.filter(each => each.test(text))).toHaveLength(1)
      expect((await ask('Why is the sky blue?')).text).not.toMatch(figure)
    }
  )

  test('quotes Markdown and HTML of a question as plain text', async () => {
    const { text } = await ask('a **b** <script> `c`\n# d')
    expect(text).toContain('> a \\*\\*b\\*\\* \\<script\\> \\`c\\`\n> \\# d')
  })

  test('arrives in small pieces at a readable pace and never splits a character', async () => {
    const { deltas, waits } = await ask('Was bedeutet 👩‍🚀🎉 für mich?')
    const pieces = deltas.flatMap(delta => (delta.type === 'text' ? [delta.text] : []))
    expect(pieces.length).toBeGreaterThan(50)
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true)
    expect(waits.length).toBe(pieces.length)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(15)
    expect(Math.max(...waits)).toBeLessThanOrEqual(30)
  })

  test('ends with its usage, once and last', async () => {
    const turns: ChatTurn[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: QUESTIONS.en }] }
    ]
    const { text, deltas } = await ask('', { turns })
    expect(deltas.filter(delta => delta.type === 'finish')).toHaveLength(1)
    const input = estimateTokens('Be brief.') + estimateTokens(QUESTIONS.en)
    expect(deltas.at(-1)).toEqual({
      type: 'finish',
      usage: { input, output: estimateTokens(text) }
    })
  })

  test.each(['deepseek-r1', 'grok-3-reasoning', 'o1-mini', 'o3', 'o4-mini'])(
    'by %s begins with reasoning',
    async model => {
      const { deltas, reasoning, text } = await ask(QUESTIONS.en, { model })
      expect(reasoning).toContain(QUESTIONS.en)
      expect(deltas.findLastIndex(delta => delta.type === 'reasoning')).toBeLessThan(
        deltas.findIndex(delta => delta.type === 'text')
      )
      expect(deltas.at(-1)).toMatchObject({
        usage: { output: estimateTokens(reasoning) + estimateTokens(text) }
      })
    }
  )

  test.each(['gpt-5-all', 'deepseek-v3', 'grok-4'])('by %s has no reasoning', async model => {
    expect((await ask(QUESTIONS.en, { model })).reasoning).toBe('')
  })

  test.each([1, 7, 40, 100])(
    'has at most %i tokens where the limit is that low',
    async maxOutput => {
      for (const model of ['gpt-5-all', 'o3']) {
        const { text, deltas } = await ask(QUESTIONS['zh-CN'], { model, maxOutput })
        const last = deltas.at(-1)
        expect(text).not.toBe('')
        expect(last?.type === 'finish' && last.usage?.output).toBeLessThanOrEqual(maxOutput)
      }
    }
  )
})

describe('a `[sandbox:…]` directive in a question', () => {
  test.each(Object.keys(PROBLEMS) as ProblemCode[])(
    'makes the answer fail with %s before its first word',
    async code => {
      const { problem, deltas } = await ask(`Hello [sandbox:fail=${code}] there`)
      expect(problem?.code).toBe(code)
      expect(deltas).toEqual([])
    }
  )

  test('that is unknown is ignored, and none is echoed', async () => {
    const { text, problem } = await ask(
      'Hello [sandbox:fail=nonsense] there [sandbox:dance] you [sandbox:tokens=many]'
    )
    expect(problem).toBeUndefined()
    expect(text).toContain('Hello there you')
    expect(text).not.toContain('sandbox:')
    expect(text).toBe((await ask('Hello there you')).text)
  })

  test('counts only in the last question', async () => {
    const turns: ChatTurn[] = [
      { role: 'user', content: 'One [sandbox:fail=busy]' },
      { role: 'assistant', content: 'Two [sandbox:fail=busy]' },
      { role: 'user', content: 'Three' }
    ]
    expect((await ask('', { turns })).problem).toBeUndefined()
    expect((await ask('', { turns: turns.slice(0, 2) })).problem?.code).toBe('busy')
  })

  test('delays the first piece, and also a failure', async () => {
    expect((await ask('Hi [sandbox:delay=1234]')).waits[0]).toBe(1234)
    expect(await ask('Hi [sandbox:delay=1234][sandbox:fail=timeout]')).toMatchObject({
      waits: [1234],
      problem: { code: 'timeout' }
    })
  })

  test.each([5, 300, 5000])('makes an answer of %i tokens, quickly', async tokens => {
    const { text, waits } = await ask(`Hi [sandbox:tokens=${tokens}]`)
    expect(estimateTokens(text)).toBeGreaterThan(tokens * 0.98)
    expect(estimateTokens(text)).toBeLessThanOrEqual(tokens)
    expect(Math.max(...waits)).toBeLessThanOrEqual(2)
  })

  test('for many tokens still respects the limit', async () => {
    expect(
      estimateTokens((await ask('Hi [sandbox:tokens=999999999]', { maxOutput: 200 })).text)
    ).toBeLessThanOrEqual(200)
  })

  test('breaks the answer off', async () => {
    const { text, problem, deltas } = await ask(`${QUESTIONS.en} [sandbox:break]`)
    expect(problem?.code).toBe('chat_error')
    expect(text).not.toBe('')
    expect((await ask(QUESTIONS.en)).text.startsWith(text)).toBe(true)
    expect(deltas.some(delta => delta.type === 'finish')).toBe(false)
  })

  test('keeps the answer silent until it is stopped', async () => {
    const stop = new AbortController()
    const asked = ask('Hi [sandbox:silent]', { signal: stop.signal })
    setImmediate(() => stop.abort())
    expect(await asked).toMatchObject({ deltas: [], waits: [], problem: { code: 'canceled' } })
  })
})

describe('asked to continue', () => {
  const goOn = (question: string, partial: string, model = 'gpt-5-all') =>
    ask('', {
      model,
      turns: [
        { role: 'user', content: question },
        { role: 'assistant', content: partial },
        { role: 'user', content: CONTINUE_PROMPT }
      ]
    })

  test.each(Object.values(QUESTIONS))(
    'it gives the rest of the answer to %s, without reasoning and without breaking off again',
    async question => {
      const { text } = await ask(question)
      const { text: partial } = await ask(`${question} [sandbox:break]`)
      const rest = await goOn(`${question} [sandbox:break]`, partial, 'deepseek-r1')
      expect(rest).toMatchObject({ reasoning: '', usage: { output: estimateTokens(rest.text) } })
      expect(partial + rest.text).toBe(text)
    }
  )

  test('it adds more after its own complete answer, and answers in full after a text that is not its own', async () => {
    const { text } = await ask(QUESTIONS.en)
    expect((await goOn(QUESTIONS.en, text)).text.length).toBeGreaterThan(100)
    expect((await goOn(QUESTIONS.en, 'I was told otherwise.')).text).toContain(text)
  })
})

describe('stopping', () => {
  test('before the start sends nothing', async () => {
    expect(await ask(QUESTIONS.en, { signal: AbortSignal.abort() })).toMatchObject({
      deltas: [],
      problem: { code: 'canceled' }
    })
  })

  test('in the middle sends no more', async () => {
    const stop = new AbortController()
    const { deltas, problem } = await ask(QUESTIONS.en, {
      signal: stop.signal,
      onDelta: () => stop.abort()
    })
    expect(problem?.code).toBe('canceled')
    expect(deltas).toHaveLength(1)
  })

  test('ends the real wait immediately', async () => {
    const stop = new AbortController()
    const upstream = { fetch, baseURL: '', apiKey: '', signal: stop.signal }
    const question = {
      model: 'gpt-5-all',
      turns: [{ role: 'user' as const, content: 'Hi [sandbox:delay=600000]' }],
      maxOutput: 100,
      temperature: null
    }
    const asked = createSandboxChat().stream(question, upstream)[Symbol.asyncIterator]().next()
    setImmediate(() => stop.abort())
    await expect(asked).rejects.toMatchObject({ code: 'canceled' })
  })
})
