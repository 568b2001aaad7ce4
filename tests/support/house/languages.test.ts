import { expect, test } from 'vitest'
import { physicalCss, physicalMarkup, straightIcons } from './direction.ts'
import { uncounted } from './plurals.ts'
import { wrongLetters } from './scripts.ts'

test.each<[string, string, string, number]>([
  ['ru', 'Send it', 'Send it', 1],
  ['ru', 'Открыть {{name}} `code`', 'Open it', 0],
  ['ru', 'Flux', 'Flux', 0],
  ['ru', 'prompt', 'Prompt', 1],
  ['ru', 'Відкрити', 'Open', 1],
  ['uk', 'Открыть', 'Open', 1],
  ['sr', 'Открыть', 'Open', 1],
  ['zh-CN', '開啟連結', 'Open', 1],
  ['zh-TW', '这里', 'Here', 1],
  ['ja', 'Open it', 'Open it', 1],
  ['el', '{{tokens}} token', '{{tokens}} tokens', 0],
  ['de', 'Open', 'Open', 0]
])('in %s, “%s” for “%s” has wrong letters: %i', (locale, text, english, found) => {
  expect(wrongLetters(locale, { a: { 'a.b': text } }, { a: { 'a.b': english } })).toHaveLength(found)
})

test.each<[string, string, number]>([
  ['ru', 'день', 1],
  ['de', 'ein Tag', 0],
  ['fr', 'un jour', 1],
  ['ru', '{{count}} день', 0]
])('in %s, “%s” for one does not say how many: %i', (locale, text, found) => {
  expect(uncounted(locale, { a: { 'a.days_one': text } }, { a: { 'a.days_other': '{{count}} days' } })).toHaveLength(found)
})

test.each([
  '.a { margin-left: 1px }',
  '.a { padding-right: 0 }',
  '.a { left: 0 }',
  '.a { text-align: right }',
  '.a { border-left: 0 }',
  '.a { border-top-left-radius: 0 }',
  '.a { float: left }'
])('no style says: %s', text => {
  expect(physicalCss('a.css', text)).toHaveLength(1)
})

test.each([
  '<p className="ml-2" />',
  '<p className="md:-mr-2" />',
  "const a = 'hover:pl-4 grid'",
  '<p className={`text-left ${a}`} />',
  '<p className="border-l rounded-r-full" />',
  '<p className="left-0" />',
  '<p style={{ marginLeft: 2 }} />',
  '<p style={{ left: 2 }} />'
])('no markup says: %s', text => {
  expect(physicalMarkup('src/ui/A.tsx', text).length).toBeGreaterThan(0)
})

test.each([
  '<p className="ms-2 text-start border-s rounded-e-full start-0" />',
  'const box = { left: 1 }',
  '// ml-2 left-0',
  "const key = 'left'"
])('markup may say: %s', text => {
  expect(physicalMarkup('src/ui/A.tsx', text)).toEqual([])
})

test.each<[string, number]>([
  ["import { ArrowLeft } from 'lucide-react'\n<ArrowLeft />", 1],
  ['import { ArrowLeft } from \'lucide-react\'\n<ArrowLeft className="turns" />', 0],
  ["import { LogOut, X } from 'lucide-react'\n<Icon of={LogOut} /><X />", 1],
  ['import { LogOut } from \'lucide-react\'\n<Icon of={LogOut} class="turns" />', 0],
  ["import { Send } from 'lucide-react'\nconst icon = Send", 1],
  ['<Glyph path={FORM.fold} />', 1],
  ['<Glyph path={FORM.close} />', 0]
])('of %s do not turn: %i', (text, found) => {
  expect(straightIcons('src/ui/A.tsx', text)).toHaveLength(found)
})
