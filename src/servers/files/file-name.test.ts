import { expect, test } from 'vitest'
import { filePath } from '#servers/files/address.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { nameInAddress, withEnding } from '#servers/files/file-name.ts'
import { isWebAddress } from '#core/web-address.ts'
import { fc } from '../../../tests/support/property.ts'

test.each([
  ['name.png', '.png', 'name.png'],
  ['Photo 1.JPEG', '.jpg', 'Photo-1.jpg'],
  ['page.html', '.png', 'page-html.png'],
  ['drawing.svg', '.txt', 'drawing-svg.txt'],
  ['../../etc/passwd', '.bin', 'etc-passwd.bin'],
  ['..', '.bin', 'file.bin'],
  ['.png', '.png', 'file.png'],
  ['a?b#c%2e%2e;x.png', '.png', 'a-b-c-2e-2e-x.png'],
  ['<img src=x onerror=alert(1)>.webp', '.webp', 'img-src-x-onerror-alert-1.webp'],
  ['Grüße 你好.txt', '.txt', 'Gr%C3%BC%C3%9Fe-%E4%BD%A0%E5%A5%BD.txt'],
  ['\u202egnp.exe', '.bin', 'gnp-exe.bin'],
  ['', '.mp3', 'file.mp3'],
  ['x'.repeat(500), '.png', `${'x'.repeat(120)}.png`],
  ['你'.repeat(100), '.png', `${encodeURIComponent('你'.repeat(13))}.png`]
])('a file called %j with bytes of a %s is at %s', (name, extension, segment) => {
  expect(nameInAddress(name, extension)).toBe(segment)
})

test.each([
  ['photo.jpeg', '.jpg', 'photo.jpg'],
  ['page.html', '.png', 'page.html.png'],
  ['Grüße.PNG', '.png', 'Grüße.png']
])('%s with bytes of a %s is kept as %s', (name, extension, kept) => {
  expect(withEnding(name, extension)).toBe(kept)
})

test('for any file name, the address leads to the file and to no other path', () => {
  const id = 'x'.repeat(43)
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 250 }),
      fc.constantFrom('image/png', 'text/plain', ''),
      (name, type) => {
        const path = filePath({ id, name, type })
        expect(path).toMatch(
          /^\/files\/x{43}\/(?:[\w-]|%[C-F][\dA-F](?:%[89AB][\dA-F])+)+\.(?:png|txt|bin)$/
        )
        expect(path.length).toBeLessThan(200)
        // A browser does not change the path, and a site can use the file as its logo.
        expect([
          new URL(path, 'https://a.example').pathname,
          fileIdIn(path),
          isWebAddress(path)
        ]).toEqual([path, id, true])
      }
    ),
    { numRuns: 200 }
  )
})

test.each([
  '/files/x/..',
  '/files/x/%2e%2e',
  '/files/x/.',
  '/files/x/a/b.png',
  '/files/x/',
  '/files/x/a%2fb.png',
  '/files/x/.png'
])('%s is no address of a picture', path => {
  expect(isWebAddress(path)).toBe(false)
})
