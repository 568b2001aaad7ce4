import { expect, test } from 'vitest'
import { physicalCss, physicalMarkup } from './direction.ts'
import { findUnflippedIcons } from './icons.ts'
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
  ['de', 'Open', 'Open', 0],
  ['en', "It's open", "It's open", 1]
])('in %s, “%s” for “%s” has wrong letters: %i', (locale, text, english, found) => {
  expect(wrongLetters(locale, { a: { 'a.b': text } }, { a: { 'a.b': english } })).toHaveLength(
    found
  )
})

test.each<[string, string, number]>([
  ['ru', 'день', 1],
  ['de', 'ein Tag', 0],
  ['fr', 'un jour', 1],
  ['ru', '{{count}} день', 0]
])('in %s, “%s” as form for one does not state the number: %i', (locale, text, found) => {
  expect(
    uncounted(locale, { a: { 'a.days_one': text } }, { a: { 'a.days_other': '{{count}} days' } })
  ).toHaveLength(found)
})

test.each([
  '.a { margin-left: 1px }',
  '.a { padding-right: 0 }',
  '.a { left: 0 }',
  '.a { text-align: right }',
  '.a { border-left: 0 }',
  '.a { border-top-left-radius: 0 }',
  '.a { float: left }',
  '.a { padding: 1px 2px 3px 4px }',
  '.a { margin: 0 auto 0 calc(1px + 2px) }',
  '.a { inset: 8px auto auto 50% }',
  '.a { border-width: 0 1px 0 0; color: red }',
  '.a { border-radius: 4px 0 0 4px }',
  '.a { border-radius: 4px 2px }',
  '.a { translate: -50% 0 }',
  '.a { transform: rotate(3deg) translateX(4px) }',
  '.a { transform: translate(0.5px, 0) }',
  '.a { transform-origin: top left }',
  '.a { object-position: left }',
  '.a { background: linear-gradient(to right, red, blue) }',
  '.a { background: linear-gradient(to top left, red, blue) }'
])('refuses the style %s', text => {
  expect(physicalCss('a.css', text)).toHaveLength(1)
})

test.each([
  '.a { padding: 1px 2px 3px; margin: 0 2px 1px 2px }',
  '.a { border-radius: var(--round, 2px) var(--round, 2px) 0 0 }',
  '.a { translate: 0 -200%; transform: translateY(4px) scaleX(-1) }',
  '.a { transform: translate(0, 4px); transform-origin: top }',
  '.a { background: linear-gradient(to bottom, red, blue) }'
])('accepts the style %s', text => {
  expect(physicalCss('a.css', text)).toEqual([])
})

test.each([
  '<p className="ml-2" />',
  '<p className="md:-mr-2" />',
  "const a = 'hover:pl-4 grid'",
  '<p className={`text-left ${a}`} />',
  '<p className="border-l rounded-r-full" />',
  '<p className="left-0" />',
  '<p style={{ marginLeft: 2 }} />',
  '<p style={{ left: 2 }} />',
  '<p style={{ left }} />',
  "<p style={{ textAlign: 'left' }} />",
  "<p style={{ 'margin-left': 2 }} />",
  "<p style={{ padding: '0 1px 0 0' }} />",
  '<p style={`left:${2}px`} />',
  "<p style={'left:2px'} />",
  "box.style.left = '2px'",
  "box.style.setProperty('margin-left', '2px')",
  '<p className="[left:2px]" />',
  '<p className="md:[margin-left:2px]" />',
  '<p className="p-[1px_2px_1px_3px]" />',
  '<p className="rounded-[4px_0_0_4px]" />',
  '<p className="translate-x-2" />',
  '<p className="open:-translate-x-1/2 rtl:translate-x-1/2" />',
  '<p className="bg-linear-to-r" />',
  '<p className="origin-top-left" />',
  '<p className="group-hover:object-left" />'
])('refuses the markup %s', text => {
  expect(physicalMarkup('src/ui/A.tsx', text).length).toBeGreaterThan(0)
})

test.each([
  '<p className="ms-2 text-start border-s rounded-e-full start-0" />',
  'const box = { left: 1 }',
  '// ml-2 left-0',
  "const key = 'left'",
  '<p className="open:-translate-x-6 rtl:open:translate-x-6 translate-y-2 bg-linear-to-b origin-top" />',
  '<p className="p-[1px_2px] [&>a]:ms-2 [margin-inline-start:2px] rounded-[4px_4px_0_0]" />',
  "<p style={{ blockSize: left, translate: '0 2px' }} />"
])('accepts the markup %s', text => {
  expect(physicalMarkup('src/ui/A.tsx', text)).toEqual([])
})

test.each<[string, number]>([
  ["import { ArrowLeft } from 'lucide-react'\n<ArrowLeft />", 1],
  ['import { ArrowLeft } from \'lucide-react\'\n<ArrowLeft className="turns" />', 0],
  ["import { LogOut, X } from 'lucide-react'\n<Icon of={LogOut} /><X />", 1],
  ['import { LogOut } from \'lucide-react\'\n<Icon of={LogOut} class="turns" />', 0],
  ["import { Send } from 'lucide-react'\nconst icon = Send", 1],
  ["import { ArrowLeft as Back } from 'lucide-react'\n<Back />", 1],
  ["import { SkipForward } from 'lucide-react'\n<SkipForward />", 1],
  ["import { SkipBackIcon } from 'lucide-react'\n<SkipBackIcon />", 1],
  ["import { X } from 'lucide-react'\nimport { Undo2 } from 'lucide-react'\n<X /><Undo2 />", 1],
  ['<Glyph path={FORM.fold} />', 1],
  ['<Glyph path={FORM.close} />', 0]
])('%s contains icons that do not flip: %i', (text, found) => {
  expect(findUnflippedIcons('src/ui/A.tsx', text)).toHaveLength(found)
})
