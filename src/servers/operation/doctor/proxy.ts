import { randomBytes } from 'node:crypto'
import { askToUpload } from '#servers/lib/egress.ts'
import {
  SELF_CHECK_PATH,
  SELF_CHECK_PAUSE,
  signSelfCheck,
  type SelfCheckEvent
} from '#servers/lib/self-check.ts'
import {
  createFindings,
  describeError,
  listAddresses,
  type DoctorNeeds,
  type Finding,
  type PublicAddress
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, failed } = createFindings('proxy')

/** Milliseconds in which an address must answer. */
const PATIENCE = 15_000

/** Statuses with which a proxy says that the server behind it does not answer. */
const NOBODY_BEHIND = [502, 503, 504]

type Answer = { status: number; event: SelfCheckEvent | null; pause: number; location: string }

/**
 * Checks that each public address leads to this Polymuse, with the right scheme and host, that
 * answers arrive as they are written, and that large uploads are let through.
 */
export async function checkProxy(needs: DoctorNeeds): Promise<Finding[]> {
  const addresses = listAddresses(needs.config)
  if (addresses.length === 0) return [skipped('No public address is set.')]
  return Promise.all(addresses.map(address => checkAddress(needs, address)))
}

async function checkAddress(needs: DoctorNeeds, address: PublicAddress): Promise<Finding> {
  const { broken, secrets, config } = needs
  const { origin } = address
  if (broken.has(origin)) return skipped(`${origin} cannot be reached yet.`)
  if (secrets === null) return skipped('Polymuse was never started here, so it has no SECRET.')
  const nonce = randomBytes(16).toString('base64url')
  const query = new URLSearchParams({ nonce, proof: signSelfCheck(secrets, 'ask', nonce) })
  const url = `${origin}${SELF_CHECK_PATH}?${query}`
  const answer = await askPatiently(needs, url).catch((error: unknown) => describeError(error))
  const wrong =
    typeof answer === 'string'
      ? failed(
          `Nothing answers at ${origin} (${answer}).`,
          `Start Polymuse and the proxy, open the port in the firewall, or correct ${address.variable}.`
        )
      : (judgeAnswer(address, answer, signSelfCheck(secrets, 'answer', nonce), config.trustProxy) ??
        (await checkUpload(needs, url, origin)))
  if (wrong === null)
    return ok(`${origin} leads here, streams answers and takes uploads of UPLOAD_LIMIT.`)
  broken.add(origin)
  return wrong
}

/** Asks again where the events came together, since a busy machine may have held them up once. */
async function askPatiently(needs: DoctorNeeds, url: string): Promise<Answer> {
  const answer = await ask(needs, url)
  return answer.event !== null && isHeldBack(answer) ? ask(needs, url) : answer
}

function isHeldBack({ pause }: Pick<Answer, 'pause'>): boolean {
  return pause < SELF_CHECK_PAUSE / 2
}

/** Asks an address for a proof, and measures the pause between the first and the last event. */
async function ask({ fetch }: DoctorNeeds, url: string): Promise<Answer> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE)
  })
  const location = response.headers.get('location') ?? ''
  let text = ''
  let first = 0
  for await (const chunk of response.body ?? []) {
    if (first === 0) first = performance.now()
    text += Buffer.from(chunk).toString()
    // Another server may answer without an end.
    if (text.length > 100_000) break
  }
  const pause = performance.now() - first
  return { status: response.status, event: readEvent(text), pause, location }
}

function readEvent(text: string): SelfCheckEvent | null {
  try {
    const line = /^data: (\{.*\})$/m.exec(text)?.[1] ?? 'null'
    return JSON.parse(line) as SelfCheckEvent | null
  } catch {
    return null
  }
}

function judgeAnswer(
  { variable, origin }: PublicAddress,
  { status, event, pause, location }: Answer,
  proof: string,
  trustsProxy: boolean
): Finding | null {
  if (NOBODY_BEHIND.includes(status))
    return failed(
      `The proxy at ${origin} answers ${status}: it does not reach Polymuse.`,
      'Start Polymuse, and let the proxy forward to its HOST and PORT.'
    )
  if (location !== '')
    return failed(
      `${origin} redirects to ${location.split('?', 1)[0]}.`,
      `Set ${variable} to the address that browsers show at the end.`
    )
  if (event?.proof !== proof)
    return failed(
      `${origin} is answered by another server (status ${status}), not by this Polymuse.`,
      `Let the proxy forward ${origin} to this Polymuse. If it is one of yours, give both the same SECRET.`
    )
  if (event.origin !== origin)
    return failed(
      `Requests to ${origin} arrive as ${event.origin}.`,
      trustsProxy
        ? 'Let the proxy set X-Forwarded-Proto and X-Forwarded-Host, as in deploy/nginx.conf.'
        : 'Set TRUST_PROXY=true, and let the proxy overwrite X-Forwarded-Proto and X-Forwarded-Host.'
    )
  return isHeldBack({ pause })
    ? failed(
        `The proxy at ${origin} holds answers back until they are complete, so chats appear all at once.`,
        'Turn its buffering off: `proxy_buffering off;` in nginx.'
      )
    : null
}

async function checkUpload(
  { config, lookup }: DoctorNeeds,
  url: string,
  origin: string
): Promise<Finding | null> {
  // A proxy that leaves the question open has not refused it.
  const status = await askToUpload(url, config.uploadLimit, lookup).catch(() => null)
  return status === 413
    ? failed(
        `The proxy at ${origin} refuses uploads of UPLOAD_LIMIT (${config.uploadLimit} bytes).`,
        'Raise its limit: `client_max_body_size` in nginx. Or lower UPLOAD_LIMIT.'
      )
    : null
}
