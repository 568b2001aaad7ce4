import { expect, test } from 'vitest'
import { toSubtitles } from '#core/subtitles.ts'

const word = (text: string, start: number): { text: string; start: number; end: number } => ({
  text,
  start,
  end: start + 0.4
})

test('a subtitle ends with its sentence and lasts at most six seconds', () => {
  const words = ['Hello', ' there.', ' How', ' are', ' you?'].map((text, at) => word(text, at))
  expect(toSubtitles(words)).toBe(
    '1\n00:00:00,000 --> 00:00:01,400\nHello there.\n\n2\n00:00:02,000 --> 00:00:04,400\nHow are you?\n'
  )
  expect(toSubtitles([word('a', 0), word(' b', 3), word(' c', 7)])).toContain('2\n00:00:07,000')
})

test('times have hours, and silence gives no subtitles', () => {
  expect(toSubtitles([word('Late', 3661.5)])).toContain('01:01:01,500 --> 01:01:01,900')
  expect(toSubtitles([])).toBe('')
})
