import { describe, expect, test } from 'vitest'
import { downloadAddress, downloadName } from '#client/download-name.ts'

const made = {
  service: 'Flux',
  prompt: 'A red fox reads a newspaper in a Paris café, watercolour',
  task: '7c1f03a2-9d1e-4b7e-8f53-3c2d0a4f9b11',
  index: 0,
  address: 'https://api.example/files/abc/fox.png',
  as: 'image'
}

describe('the name of a downloaded result', () => {
  test('has the service, whole words of the prompt, the short id and the file’s extension', () => {
    expect(downloadName(made)).toBe('Flux A red fox reads a newspaper in a-7c1f03a2.png')
  })

  test('ends with a number from the second result of a task on', () => {
    expect(downloadName({ ...made, prompt: 'Fox', index: 2 })).toBe('Flux Fox-7c1f03a2-3.png')
  })

  test('has the usual extension of its kind if the address has none', () => {
    const address = 'https://api.example/files/abc'
    expect(downloadName({ ...made, address, as: 'video' })).toMatch(/\.mp4$/)
    expect(downloadName({ ...made, address: `${address}?a=b.exe` })).toMatch(/\.png$/)
  })

  test.each([
    ['no prompt', '', 'Flux-7c1f03a2.png'],
    ['Arabic', 'سفينة في البحر', 'Flux سفينة في البحر-7c1f03a2.png'],
    ['Japanese', '夜明けの湖に浮かぶ小さな船', 'Flux 夜明けの湖に浮かぶ小さな船-7c1f03a2.png'],
    ['a path', '../../etc/passwd', 'Flux .. .. etc passwd-7c1f03a2.png'],
    ['a path of Windows', 'C:\\con\\a:b*?"<>|', 'Flux C con a b -7c1f03a2.png'],
    ['lines', 'one\ntwo\u0000\u202ethree', 'Flux one two three-7c1f03a2.png']
  ])('is safe with %s', (_, prompt, name) => {
    expect(downloadName({ ...made, prompt })).toBe(name)
  })

  test.each(['船', '👩‍👩‍👧‍👦', 'a', '𝔞', 'e\u0301', '. ', '-'])(
    'has at most 80 characters and 255 bytes with a service and a prompt full of %j',
    letter => {
      const long = letter.repeat(500)
      const name = downloadName({ ...made, service: long, prompt: long, index: 9 })
      expect(name.length).toBeLessThanOrEqual(80)
      expect(new TextEncoder().encode(name).byteLength).toBeLessThanOrEqual(255)
      expect(name.isWellFormed()).toBe(true)
      expect(name).toMatch(/7c1f03a2-10\.png$/)
      expect(name).not.toMatch(/[/\\\p{Cc}]/u)
    }
  )
})

test('only files of our own server can be downloaded under that name', () => {
  const ours = 'https://api.example/files/abc/fox.png'
  expect(downloadAddress(ours, 'a b.png')).toBe(`${ours}?download=1&name=a%20b.png`)
  expect(downloadAddress('https://other.example/fox.png', 'x')).toBe(
    'https://other.example/fox.png'
  )
})
