import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Lexer } from 'marked'
import { hostileMarkdown } from '../../../tests/support/hostile-markdown.ts'
import { expect, test } from 'vitest'
import { keepLexer } from '#servers/hub/lexer-only.ts'

const MARKED = readFileSync(fileURLToPath(import.meta.resolve('marked')), 'utf8')

test('the reduced marked library lexes like the full one and lacks its HTML renderer', async () => {
  const code = keepLexer(MARKED)
  const left = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )) as { Lexer: typeof Lexer }
  const text = '# A\n\n- [x] **b** [c][1]\n\n| a |\n|---|\n| 1 |\n\n[1]: https://example.com'
  expect(Object.keys(left)).toEqual(['Lexer', 'Tokenizer'])
  for (const each of [
    text,
    ...Array.from({ length: 160 }, (_, number) => hostileMarkdown(number).slice(0, 300))
  ])
    expect(new left.Lexer({ gfm: true }).lex(each), each).toEqual(
      new Lexer({ gfm: true }).lex(each)
    )
})

test('a marked build in another form is refused', () => {
  expect(() => keepLexer('export{a as Lexer}')).toThrow('marked does not end as it did')
})
