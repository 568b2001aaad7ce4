import { expect, test } from 'vitest'
import { answerImages } from '#ui/docs/answer-images.ts'

test('finds the images of an answer, each once, and no other addresses', () => {
  const answer = {
    image_url: 'https://a.example/files/1/a.png',
    data: [
      { image_url: 'https://a.example/files/2/b.png' },
      { image_url: 'https://a.example/files/1/a.png', audio_url: 'https://a.example/c.mp3' },
      { image_url: 'javascript:alert(1)' },
      { image_url: null }
    ]
  }
  expect(answerImages(JSON.stringify(answer))).toEqual([
    'https://a.example/files/1/a.png',
    'https://a.example/files/2/b.png'
  ])
})

test('finds none in an answer that is not JSON', () => {
  expect(answerImages('<h1>Bad gateway</h1>')).toEqual([])
})
