import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A received email: its envelope and its source. */
type Arrived = { from: string; to: string[]; user: string; source: string }

/** A fake email server. It keeps its port when it is stopped and started again. */
export type MailServer = {
  /** The value for `SMTP_URL`. */
  url: string
  arrived: Arrived[]
  /** The passwords of all login attempts. */
  passwords: string[]
  /** Status codes with which the next recipients are refused, each used once. */
  refusals: number[]
  /** Stops the server; nothing listens on its port then. */
  down(): Promise<void>
  up(): Promise<void>
}

/** Starts an email server without encryption that requires a password. */
export async function startMailServer({
  user = 'studio@example.com',
  password = 'p:ss/w@rd'
} = {}): Promise<MailServer> {
  let server: SMTPServer | null = null
  let port = 0
  const mail: MailServer = { url: '', arrived: [], passwords: [], refusals: [], down, up }
  await up()
  mail.url = `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`
  return mail

  function listener(): SMTPServer {
    return new SMTPServer({
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      allowInsecureAuth: true,
      onAuth(login, _, done) {
        mail.passwords.push(login.password ?? '')
        if (login.username === user && login.password === password) return done(null, { user })
        done(new Error('wrong password'))
      },
      onRcptTo({ address }, _, done) {
        const status = mail.refusals.shift()
        done(
          status === undefined
            ? null
            : Object.assign(new Error(`not ${address}`), { responseCode: status })
        )
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          const to = rcptTo.map(each => each.address)
          const from = mailFrom === false ? '' : mailFrom.address
          mail.arrived.push({
            from,
            to,
            user: String(session.user),
            source: Buffer.concat(chunks).toString('utf8')
          })
          done()
        })
      }
    })
  }

  async function up(): Promise<void> {
    const next = listener()
    await new Promise<void>(resolve => next.listen(port, '127.0.0.1', resolve))
    port = (next.server.address() as AddressInfo).port
    server = next
  }

  async function down(): Promise<void> {
    const last = server
    server = null
    if (last !== null) await new Promise<void>(resolve => last.close(() => resolve()))
  }
}

/** A parsed email. Header names are in lower case; a header that occurs twice has both values. */
export type Read = { headers: Record<string, string[]>; parts: { type: string; text: string }[] }

export function readMail(source: string): Read {
  const { headers, body } = split(source)
  const type = headers['content-type']?.[0] ?? ''
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
  if (boundary === undefined) return { headers, parts: [{ type, text: decode(headers, body) }] }
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return { headers, parts: parts.flatMap(part => readMail(part.replace(/^\r\n/, '')).parts) }
}

function split(source: string): { headers: Read['headers']; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const headers: Read['headers'] = {}
  for (const line of source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    headers[name] = [...(headers[name] ?? []), words(line.slice(name.length + 1).trim())]
  }
  return { headers, body: source.slice(end + 4) }
}

/** Decodes encoded words, `=?UTF-8?B?…?=`. */
function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : quoted(text.replaceAll('_', ' '))
    )
}

function decode(headers: Read['headers'], body: string): string {
  const encoding = headers['content-transfer-encoding']?.[0]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? quoted(body.replaceAll(/=\r\n/g, '')) : body
}

function quoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16))
  )
  return Buffer.from(bytes, 'latin1').toString()
}
