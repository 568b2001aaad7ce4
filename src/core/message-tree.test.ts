import { describe, expect, test } from 'vitest'
import {
  newestDescendant,
  messageVersions,
  messageBranch,
  type MessageNode
} from '#core/message-tree.ts'

/** The trees `a(b(c, e), d)` and `f`, in the order in which their messages arrived. */
const NODES: readonly MessageNode[] = [
  ['a', null],
  ['b', 'a'],
  ['c', 'b'],
  ['d', 'a'],
  ['e', 'b'],
  ['f', null]
].map(([id, parent_id], position) => ({ id: id ?? '', parent_id: parent_id ?? null, position }))

const wayOf = (id: string | null): string =>
  messageBranch(NODES, id)
    .map(node => node.id)
    .join('')

describe('the branch up to a message', () => {
  test.each([
    ['a', 'a'],
    ['e', 'abe'],
    ['f', 'f'],
    [null, ''],
    ['nobody', '']
  ])('%s is %j', (id, way) => {
    expect(wayOf(id)).toBe(way)
  })

  test('ends when rows refer to each other in a loop', () => {
    const round = [
      { id: 'a', parent_id: 'b', position: 0 },
      { id: 'b', parent_id: 'a', position: 1 }
    ]
    expect(messageBranch(round, 'a').map(node => node.id)).toEqual(['b', 'a'])
  })
})

test.each([
  ['a', 'e'],
  ['b', 'e'],
  ['c', 'c'],
  ['d', 'd'],
  ['f', 'f']
])('the newest branch below %s ends at %s', (id, leaf) => {
  expect(newestDescendant(NODES.toReversed(), id)).toBe(leaf)
})

test('messages of the same parent are versions of each other', () => {
  expect(Object.fromEntries(messageVersions(NODES.toReversed()))).toEqual({
    a: ['a', 'f'],
    f: ['a', 'f'],
    b: ['b', 'd'],
    d: ['b', 'd'],
    c: ['c', 'e'],
    e: ['c', 'e']
  })
})
