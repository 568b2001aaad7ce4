import { Lexer } from 'marked'
import { describe, expect, test } from 'vitest'
import { closeCodeFences, toJson, toMarkdown } from '#client/export-conversation.ts'
import { parseImportFile } from '#client/import-file.ts'
import { fileName } from '#client/save-file.ts'
import type { Conversation } from '#contract/conversation.ts'

const WORDS = { untitled: 'Untitled', you: 'You', answer: 'Answer', file: 'File' }

const tides: Conversation = {
  id: 'c1',
  model: 'gpt-5-all',
  title: 'Tides & *waves*',
  preset: 'Be brief.',
  temperature: 0.5,
  leaf_id: 'd',
  created_at: 1_700_000_000,
  updated_at: 1_700_000_100,
  messages: [
    { id: 'a', parent_id: null, role: 'user', content: 'Why?', created_at: 1_700_000_000 },
    {
      id: 'b',
      parent_id: 'a',
      role: 'assistant',
      content: 'The moon.',
      model: 'gpt-5-all',
      reasoning: 'Hm.',
      thought: 2.5,
      price: 0.1
    },
    {
      id: 'c',
      parent_id: 'a',
      role: 'assistant',
      content: 'The sun.',
      model: 'gpt-4o-all',
      created_at: 1_700_000_020
    },
    {
      id: 'd',
      parent_id: 'b',
      role: 'user',
      content: [
        { type: 'text', text: 'And this?' },
        { type: 'image_url', image_url: { url: 'https://studio.example/files/x y>.png' } },
        { type: 'file_url', file_url: 'https://studio.example/files/z', name: '[map].pdf' }
      ]
    }
  ]
}

describe('the export as Markdown', () => {
  test('contains the shown branch with author, time, model and attachments', () => {
    expect(toMarkdown(tides, WORDS)).toBe(
      [
        '# Tides & \\*waves\\*',
        'gpt-5-all',
        '## You · 2023-11-14 22:13:20 UTC',
        'Why?',
        '## Answer · gpt-5-all',
        'The moon.',
        '## You',
        'And this?',
        '![File](<https://studio.example/files/x%20y%3E.png>)',
        '[\\[map\\].pdf](<https://studio.example/files/z>)\n'
      ].join('\n\n')
    )
  })

  test('a conversation without a title gets a heading all the same', () => {
    expect(toMarkdown({ ...tides, title: ' ', messages: [] }, WORDS)).toBe(
      '# Untitled\n\ngpt-5-all\n'
    )
  })

  test.each([
    '```ts\nconst a = 1',
    '````md\n```js\nx\n```\nstill inside',
    '~~~\n```\nno end',
    '   ```\nindented',
    '```\nclosed\n```',
    'a ``` b',
    '```a`b'
  ])('text after an unclosed code block is not part of the code: %j', content => {
    const messages: Conversation['messages'] = [
      { id: 'a', parent_id: null, role: 'assistant', content },
      { id: 'b', parent_id: 'a', role: 'user', content: 'Next' }
    ]
    const tokens = new Lexer().lex(toMarkdown({ ...tides, messages, leaf_id: 'b' }, WORDS))
    const headings = tokens.flatMap(token =>
      token.type === 'heading' ? [token['text'] as string] : []
    )
    expect(headings.slice(1)).toEqual(['Answer', 'You'])
  })

  test('leaves closed code blocks unchanged', () => {
    for (const text of ['', 'plain', '```\na\n```', '```\n~~~\n```\n', '````\n```\n````'])
      expect(closeCodeFences(text)).toBe(text)
  })
})

describe('the export as JSON', () => {
  test('contains all versions and the settings, but no prices', () => {
    const file = JSON.parse(toJson(tides)) as Record<string, unknown>
    expect(file).toMatchObject({
      polymuse: 1,
      title: tides.title,
      preset: 'Be brief.',
      temperature: 0.5,
      leaf: 'd'
    })
    expect(file['messages']).toHaveLength(4)
    expect(toJson(tides)).not.toContain('price')
  })

  test('an import restores the same conversation', () => {
    const [read] = parseImportFile(toJson(tides))
    expect(read).toMatchObject({
      title: tides.title,
      model: 'gpt-5-all',
      preset: 'Be brief.',
      temperature: 0.5,
      leaf_id: 'm3'
    })
    expect(typeof read === 'object' && read.messages).toEqual([
      { id: 'm0', parent_id: null, role: 'user', content: 'Why?', created_at: 1_700_000_000 },
      {
        id: 'm1',
        parent_id: 'm0',
        role: 'assistant',
        content: 'The moon.',
        model: 'gpt-5-all',
        reasoning: 'Hm.',
        thought: 2.5
      },
      {
        id: 'm2',
        parent_id: 'm0',
        role: 'assistant',
        content: 'The sun.',
        model: 'gpt-4o-all',
        created_at: 1_700_000_020
      },
      {
        id: 'm3',
        parent_id: 'm1',
        role: 'user',
        content: [
          { type: 'text', text: 'And this?' },
          { type: 'image_url', image_url: 'https://studio.example/files/x y>.png' },
          { type: 'file_url', file_url: 'https://studio.example/files/z', name: '[map].pdf' }
        ]
      }
    ])
  })
})

test.each([
  ['Tides', 'Tides.md'],
  ['潮汐：为什么？', '潮汐：为什么？.md'],
  ['لماذا المد', 'لماذا المد.md'],
  ['a/b\\c:d*e?f"g<h>i|j\nk\u202ecod.exe', 'a b c d e f g h i j k cod.exe.md'],
  ['..hidden. ', 'hidden.md'],
  ['con', 'con_.md'],
  ['///', 'chat.md'],
  ['', 'chat.md'],
  ['潮'.repeat(200), `${'潮'.repeat(60)}.md`]
])('the file for title %j is named %j', (title, name) => {
  expect(fileName(title, 'md', 'chat')).toBe(name)
})
