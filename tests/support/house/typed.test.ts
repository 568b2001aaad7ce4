import { expect, test } from 'vitest'
import { checkedText } from './program.ts'
import { undirected } from './typed.ts'

test.each([
  ['<input />', 1],
  ['<input type="search" name="q" />', 1],
  ['<textarea rows={2} />', 1],
  ['<input type={kind} />', 1],
  ['<input {...shared} type="text" />', 1],
  ['<input type="search" dir="auto" />', 1],
  ['<input {...directed} type="text" />', 1],
  ['<input type="search" dir="auto" placeholder=" " />', 0],
  ['<input {...directed} type="text" placeholder={kind} />', 0],
  ['<textarea dir="ltr" />', 0],
  ['<input type="number" /> ', 0],
  ['<input type={box} />', 0],
  ['<select />', 0]
])('%s lacks a direction for typed text: %i', (markup, count) => {
  const declared =
    'declare const kind: "text" | "date", box: "radio" | "checkbox", shared: { name: string }, directed: { dir?: "auto" };'
  expect(undirected(checkedText(`${declared} export const page = <>${markup}</>`))).toHaveLength(
    count
  )
})
