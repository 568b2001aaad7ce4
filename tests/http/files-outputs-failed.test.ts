import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_OUTPUT, openOutputWorld, VIDEO, type OutputWorld } from '../support/http-outputs.ts'
import { BASE } from '../support/studio.ts'

let world: OutputWorld
beforeAll(async () => {
  world = await openOutputWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

describe('a failed copy stores nothing and gives the reason without the address', () => {
  const failing: [string, (path: string, response: ServerResponse) => void, RegExp][] = [
    ['refused', (_path, response) => response.writeHead(403).end('no'), /answered 403/],
    ['gone', (_path, response) => response.writeHead(404).end('no'), /answered 404/],
    [
      'too large by its length',
      (_path, response) => response.writeHead(200, { 'content-length': MAX_OUTPUT + 1 }).write('x'),
      /more than 300000 bytes/
    ],
    [
      'too large without a length',
      (_path, response) => response.end(Buffer.alloc(MAX_OUTPUT + 1)),
      /more than 300000 bytes/
    ],
    [
      'endless',
      (_path, response) => {
        const more = (): void =>
          void response.write(Buffer.alloc(400_000), error => error == null && more())
        more()
      },
      /more than 300000 bytes/
    ],
    ['empty', (_path, response) => response.end(), /the file is empty/],
    ['silent', () => undefined, /the download timed out/],
    ['stuck', (_path, response) => response.writeHead(200).write('x'), /the download timed out/],
    [
      'cut off',
      (_path, response) =>
        response.writeHead(200, { 'content-length': 5000 }).write('x', () => response.destroy()),
      /the connection was lost/
    ],
    [
      'a redirect inside',
      (_path, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      /may not be fetched/
    ],
    [
      'a redirect to another port',
      (_path, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end(),
      /may not be fetched/
    ],
    [
      'a redirect to a file',
      (_path, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /may not be fetched/
    ]
  ]
  test.each(failing)('%s', async (_, misbehave, why) => {
    const before = await world.countStored()
    world.answer = (path, response) =>
      path.startsWith('/bad') ? misbehave(path, response) : response.end(VIDEO)
    const failed = world.keep([world.video('/good'), world.video('/bad?token=hunter2')])
    await expect(failed).rejects.toMatchObject({
      code: 'api_error',
      detail: expect.stringMatching(why) as string
    })
    await expect(failed).rejects.not.toMatchObject({
      detail: expect.stringMatching(/hunter2|127\.0\.0\.1|169\.254/) as string
    })
    expect(await world.countStored()).toEqual(before)
  })

  test.each([
    'http://127.0.0.1:1/x',
    'http://[::1]/x',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'nonsense',
    `${BASE}/files/${'x'.repeat(43)}`,
    `${BASE}/files/../api/v1/users/me`
  ])('an address that must not be fetched: %s', async url => {
    const before = await world.countStored()
    await expect(
      world.keep([world.video(), { values: {}, files: { video_url: { url } } }])
    ).rejects.toMatchObject({ code: 'api_error' })
    expect(await world.countStored()).toEqual(before)
  })

  test('a copy whose process stops', async () => {
    const before = await world.countStored()
    const stopping = new AbortController()
    world.answer = (_path, response) => response.writeHead(200).write('x', () => stopping.abort())
    await expect(world.keep([world.video()], stopping.signal)).rejects.toMatchObject({
      code: 'canceled'
    })
    expect(await world.countStored()).toEqual(before)
  })
})
