import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { startNpm } from './npm.ts'
import { followProcess } from './process.ts'
import { cookiesOf } from './studio.ts'

/** An unpacked release, and the words that run its launcher, for example in another root. */
export type Released = { launcher: readonly string[]; environment: Record<string, string> }

/** Programs that the launcher's shell finds; none of them is Node or npm. */
const PATH = '/usr/bin:/bin'

/**
 * Makes a release.
 * @param folder where its files are written
 * @returns the path of its archive of a kind
 */
export async function makeRelease(
  folder: string,
  kind: 'tar.zst' | 'tar.gz',
  ...args: string[]
): Promise<string> {
  const { code, output } = await startNpm(['run', 'release', '--', '--out', folder, ...args]).ended
  expect(code, output).toBe(0)
  return join(folder, globSync(`*.${kind}`, { cwd: folder })[0] ?? '')
}

/**
 * Runs a command of a release to its end and expects exit code 0.
 * @returns its output
 */
export function runReleased({ launcher, environment }: Released, ...args: string[]): string {
  const [program = '', ...words] = [...launcher, ...args]
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    env: { PATH, ...environment }
  })
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

/**
 * Starts a release, and uses it as its first user does: signs up, chats, and makes an image, a
 * video and a song. Then stops it.
 * @returns when the first page was complete, as `performance.now()` counts
 */
export async function tryReleased({ launcher, environment }: Released): Promise<number> {
  const [program = '', ...words] = [...launcher, 'start']
  const child = spawn(program, words, {
    env: { PATH, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...environment }
  })
  const started = followProcess(child)
  try {
    const url = await started.said(/Polymuse is at (\S+)/)
    const page = await fetch(`${url}/flux`)
    expect(await page.text()).toContain('<astro-island')
    const answered = performance.now()
    const send = await signUp(url)
    const question = { model: 'gpt-6-sol', question: 'What is a lighthouse?' }
    expect(await (await send('/aichat/conversations', question)).text()).toContain('"type":"done"')
    for (const [path, body] of WORK) {
      const answer = await send(path, body)
      const said = (await answer.json()) as object
      expect(said, `${path}: ${JSON.stringify(said)}`).toMatchObject({ success: true })
    }
    expect(started.output()).not.toMatch(/"level":[56]0/)
    return answered
  } finally {
    child.kill('SIGTERM')
    await started.exited
  }
}

/**
 * One call for each kind of media. The texts need fonts of three scripts, and the QR code, video
 * and song load all libraries with machine code.
 */
const WORK: readonly (readonly [string, object])[] = [
  [
    '/flux/images',
    { prompt: 'قارب عند الغروب, 夕暮れの船, a boat at dusk', size: '16:9', count: 1 }
  ],
  ['/qrart/generate', { type: 'link', content: 'https://studio.example', prompt: 'a garden' }],
  ['/luma/videos', { action: 'generate', prompt: 'a boat at dusk' }],
  ['/suno/audios', { action: 'generate', prompt: 'a song about a boat' }]
]

type Send = (path: string, body: object) => Promise<Response>

/** Signs up the first user. @returns a function that calls with their key */
async function signUp(url: string): Promise<Send> {
  const post = (path: string, body: object, authorization?: string): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        ...(authorization !== undefined && { authorization: `Bearer ${authorization}` })
      },
      body: JSON.stringify(body)
    })
  const read = async (answer: Response): Promise<Record<string, string>> =>
    (await answer.json()) as Record<string, string>
  const account = { email: 'ada@example.com', password: 'correct horse battery' }
  const cookie = cookiesOf(await post('/api/auth/sign-up/email', account))
  const login = await fetch(`${url}/auth/login?redirect=${url}/auth/callback`, {
    headers: { cookie },
    redirect: 'manual'
  })
  const code = new URL(login.headers.get('location') ?? '').searchParams.get('code')
  const { access_token } = await read(await post('/oauth2/v1/token', { code }))
  const plan = { type: 'Usage', scope: 'Global' }
  const { id } = await read(await post('/api/v1/applications/', plan, access_token))
  const key = { application_id: id, host: url }
  const { token } = await read(await post('/api/v1/credentials/', key, access_token))
  return (path, body) => post(path, body, token)
}

/** Unpacks an archive into a folder. @throws Error with tar's output */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-C', folder, '-xf', archive], { stdio: ['ignore', 'inherit', 'pipe'] })
  const said = text(tar.stderr)
  const code = await new Promise(resolve => tar.once('close', resolve))
  if (code !== 0) throw new Error(await said)
}
