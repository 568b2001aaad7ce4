import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns the pages of the floor: the least that showing an answer can cost. It is a bare page that
 * renders only its open block in each frame, as HTML from the lexer. It has no check of unsafe
 * links, no copy button and no sync with a second tab. The product serves none of these files.
 */
export function floorPage(): Map<string, string> {
  const lexer = readFileSync(fileURLToPath(import.meta.resolve('marked')), 'utf8')
  return new Map([
    [
      '/floor',
      '<!doctype html><meta charset="utf-8"><title>floor</title><main></main><script type="module" src="/floor/page.js"></script>'
    ],
    ['/floor/marked.js', lexer],
    ['/floor/page.js', PAGE]
  ])
}

const PAGE = `
import { marked } from '/floor/marked.js'
const main = document.querySelector('main')
let text = '', consumed = 0, open = null, asked = false
function paint() {
  asked = false
  const blocks = marked.lexer(text.slice(consumed))
  const solid = blocks.filter(block => block.type !== 'space')
  const last = solid.at(-1)
  for (const block of blocks) {
    if (block === last) break
    consumed += block.raw.length
    if (block.type === 'space') continue
    open ??= main.appendChild(document.createElement('div'))
    // The HTML is not sanitised, on purpose: the floor measures the lexer alone. The bench wrote
    // the text.
    open.innerHTML = marked.parser([block])
    open = null
  }
  if (last === undefined) return
  open ??= main.appendChild(document.createElement('div'))
  // Not sanitised either.
  open.innerHTML = marked.parser([last])
  scrollTo(0, document.documentElement.scrollHeight)
}
const reader = (await fetch('/floor/events')).body.pipeThrough(new TextDecoderStream()).getReader()
let rest = ''
for (;;) {
  const { value, done } = await reader.read()
  if (done) break
  const frames = (rest + value).split('\\n\\n')
  rest = frames.pop()
  for (const frame of frames) if (frame !== 'data: [DONE]') text += JSON.parse(frame.slice(6))
  if (!asked) { asked = true; requestAnimationFrame(paint) }
}
`
