import { expect, test } from 'vitest'
import { stiffEnglish } from './plain-english.ts'

test.each([
  'Ask whoever runs this site.',
  'Word it anew',
  'Every run of yours',
  'It renews by itself.',
  'You are told of this once.',
  'Takes so many seconds',
  'Name it, so that you find it.',
  'Its receipt stands here.',
  'Sell it no more',
  'You stopped this before its end.',
  'What you bought, and what became of it.',
  'Saved. What is unspent is lost',
  'Enter your e-mail',
  'Look into your mail',
  'Add a film',
  'Pictures',
  'A recording of at most 10 MB.',
  'Your ways in',
  'Coming in',
  'Handing over',
  'Waiting for its turn',
  'Being made',
  'Sold out',
  'Four others',
  'Credits that do not end.',
  'Fund your plan',
  'Done!',
  'Accent color',
  'We recognize you.'
])('“%s” is stiff', text => {
  expect(stiffEnglish({ a: { 'a.b': text } })).toHaveLength(1)
})

test.each([
  'Anyone with the link can read it.',
  'What does it cost?',
  'What happens if it fails?',
  'What to do',
  'Sold by',
  'Up to four others as references',
  'This page stands in for a payment provider.',
  'No more than ten',
  'Confirm your email',
  'Set `picture` or `{{film}}`, and read `a != b`.'
])('“%s” is plain', text => {
  expect(stiffEnglish({ a: { 'a.b': text } })).toEqual([])
})

test('a finding has the key, the words and the advice; words of other people are allowed', () => {
  expect(
    stiffEnglish({ a: { 'a.b': 'One film', 'a.also': 'Film', 'a.example.1': 'A film' } })
  ).toEqual(['a.b: “film”, write video'])
})
