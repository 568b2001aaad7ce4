import { expect, describe, test } from 'vitest'
import { parseImportFile, readImportFile } from '#client/import-file.ts'

/** Creates a node of a ChatGPT export, in the format of its file. */
function place(id: string, parent: string | null, message: object | null): [string, object] {
  return [id, { id, parent, children: [], message: message && { id, ...message } }]
}

const said = (role: string, text: string, more: object = {}): object => ({
  author: { role, name: null, metadata: {} },
  content: { content_type: 'text', parts: [text] },
  recipient: 'all',
  metadata: {},
  ...more
})

/**
 * An invented example: a question with two answers of which the second is shown, a tool call, and a
 * hidden first message.
 */
const harbour = {
  title: 'Harbours\u0000',
  create_time: 1_700_000_000.5,
  current_node: 'n6',
  default_model_slug: 'gpt-4o',
  mapping: Object.fromEntries([
    place(
      'n6',
      'n5',
      said('assistant', 'Hamburg, says the list.', {
        create_time: 1_700_000_030,
        metadata: { model_slug: 'gpt-4o' }
      })
    ),
    place('root', null, null),
    place(
      'n1',
      'root',
      said('system', '', { metadata: { is_visually_hidden_from_conversation: true } })
    ),
    place(
      'n2',
      'n1',
      said('user', 'Which harbour is the largest?', { create_time: 1_700_000_010 })
    ),
    place(
      'n3',
      'n2',
      said('assistant', 'Rotterdam.', {
        create_time: 1_700_000_020,
        metadata: { model_slug: 'gpt-4o' }
      })
    ),
    place(
      'n4',
      'n2',
      said('assistant', '{"query":"harbours"}', {
        create_time: 1_700_000_025,
        recipient: 'browser'
      })
    ),
    place('n5', 'n4', said('tool', 'a list', { create_time: 1_700_000_026 }))
  ])
}

describe('a ChatGPT export', () => {
  test('becomes a tree without the messages of tools and systems', () => {
    expect(parseImportFile(JSON.stringify([harbour]))).toEqual([
      {
        title: 'Harbours',
        model: 'gpt-4o',
        leaf_id: 'm2',
        messages: [
          {
            id: 'm0',
            parent_id: null,
            role: 'user',
            content: 'Which harbour is the largest?',
            created_at: 1_700_000_010
          },
          {
            id: 'm1',
            parent_id: 'm0',
            role: 'assistant',
            content: 'Rotterdam.',
            model: 'gpt-4o',
            created_at: 1_700_000_020
          },
          {
            id: 'm2',
            parent_id: 'm0',
            role: 'assistant',
            content: 'Hamburg, says the list.',
            model: 'gpt-4o',
            created_at: 1_700_000_030
          }
        ]
      }
    ])
  })

  test('may contain one or many conversations, and empty ones are left out', () => {
    const empty = {
      title: 'New chat',
      mapping: { root: { id: 'root', parent: null, children: [], message: null } }
    }
    expect(parseImportFile(JSON.stringify(harbour))).toHaveLength(1)
    expect(parseImportFile(JSON.stringify([harbour, empty, harbour]))).toHaveLength(2)
    expect(parseImportFile(JSON.stringify([empty]))).toBe('empty')
    expect(parseImportFile('[]')).toBe('empty')
  })

  test('joins text of several parts and skips images', () => {
    const content = {
      content_type: 'multimodal_text',
      parts: ['Look:', { content_type: 'image_asset_pointer' }, { text: 'spoken' }, ' ']
    }
    const mapping = Object.fromEntries([place('a', null, said('user', '', { content }))])
    expect(parseImportFile(JSON.stringify({ mapping }))).toMatchObject([
      { title: '', model: '', messages: [{ content: 'Look:\n\nspoken' }] }
    ])
  })

  test('survives cycles, unknown parents and fields of the wrong type', () => {
    const mapping = {
      ...Object.fromEntries([
        place('a', 'b', said('user', 'one')),
        place('b', 'a', said('assistant', 'two')),
        place('c', 'gone', said('user', 'three', { create_time: 'yesterday', metadata: null })),
        place('x', 'y', null),
        place('y', 'x', null),
        place('d', 'x', said('assistant', 'four'))
      ]),
      e: null,
      f: { parent: 7, message: { author: null, content: { parts: 'text' } } }
    }
    const [read] = parseImportFile(JSON.stringify({ title: 9, mapping, current_node: ['a'] }))
    expect(
      typeof read === 'object' &&
        read.messages.map(({ content, parent_id }) => [content, parent_id])
    ).toEqual([
      ['one', 'm1'],
      ['two', null],
      ['three', null],
      ['four', null]
    ])
  })
})

describe('our own export', () => {
  const own = {
    polymuse: 1,
    title: 'T',
    model: 'gpt-5-all',
    messages: [{ id: 'a', parent: null, role: 'user', content: 'Hi' }],
    leaf: 'a'
  }

  test('may contain a list of conversations', () => {
    expect(parseImportFile(JSON.stringify([own, own]))).toHaveLength(2)
  })

  test('leaves out invalid messages and links that a browser would execute', () => {
    const parts = [
      { type: 'text', text: 'a\u0000b' },
      { type: 'image_url', image_url: 'javascript:alert(1)' },
      { type: 'file_url', file_url: { url: 'https://studio.example/f' } },
      'x',
      { type: 'tool' }
    ]
    const messages = [
      null,
      { role: 'tool', content: 'x' },
      { role: 'user' },
      { id: 'k', role: 'user', content: parts, price: 3 }
    ]
    expect(
      parseImportFile(
        JSON.stringify({ ...own, temperature: 'hot', preset: 1, messages, leaf: 'nowhere' })
      )
    ).toEqual([
      {
        title: 'T',
        model: 'gpt-5-all',
        messages: [
          {
            id: 'm0',
            parent_id: null,
            role: 'user',
            content: [
              { type: 'text', text: 'ab' },
              { type: 'file_url', file_url: 'https://studio.example/f' }
            ]
          }
        ]
      }
    ])
  })

  test('reads a branch of 5000 messages', () => {
    const messages = Array.from({ length: 5000 }, (_, at) => ({
      id: `n${at}`,
      parent: at === 0 ? null : `n${at - 1}`,
      role: 'user',
      content: 'x'
    }))
    const [read] = parseImportFile(JSON.stringify({ ...own, messages, leaf: 'n4999' }))
    expect(typeof read === 'object' && [read.messages.length, read.leaf_id]).toEqual([
      5000,
      'm4999'
    ])
  })
})

test.each([
  '',
  'hello',
  '{}',
  '7',
  'null',
  '"x"',
  '[1, 2]',
  '{"messages": []}',
  '{"polymuse": 2, "messages": []}',
  '{"mapping": []}'
])('reports an unsupported file as unknown: %j', text => {
  expect(parseImportFile(text)).toBe('unknown')
})

test('reports a file that is too large, and an unreadable one as unknown', async () => {
  expect(await readImportFile({ size: 200 * 1024 * 1024, text: () => Promise.resolve('[]') })).toBe(
    'too_large'
  )
  expect(await readImportFile({ size: 1, text: () => Promise.reject(new Error('gone')) })).toBe(
    'unknown'
  )
})
